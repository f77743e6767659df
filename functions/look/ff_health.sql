create or replace function ff_health()
returns setof ff_health_check
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_health$
declare
    v_now constant timestamptz := _now();
begin
    return query
    select h.check_name, h.verdict, h.detail, case when h.verdict <> 'ok' then h.hint end
    from (
        select c.* from _health_of_cleanup(v_now) as c
        union all
        select c.* from _health_of_tables() as c
        union all
        select c.* from _health_of_heads(v_now) as c
        union all
        select c.* from _health_of_work(v_now) as c
        union all
        select c.* from _health_of_maintenance(v_now) as c
        union all
        select c.* from _health_of_consumers(v_now) as c
        union all
        select c.* from _health_of_events(v_now) as c
        union all
        select c.* from _health_of_limits(v_now) as c
        union all
        select c.* from _health_of_retention(v_now) as c
        union all
        select c.* from _health_of_installation() as c
    ) as h;
end;
$ff_health$;

comment on function ff_health is
$$Reports the health of the installation: a row for each check, with a verdict (`ok`, `warning`, `critical`), the figures behind it (`detail`), and a hint what to do where it is not `ok`.

`cleanup_horizon` names the session, prepared transaction or replication slot that keeps dead rows from being removed; `dead_rows` and `transaction_ids` show the consequences. `claim_speed` shows whether the bookkeeping that keeps claims fast is up to date, `clock` whether the clock was set back. `due_work` is the oldest due work by lane, `lost_leases` counts lapsed leases that no worker took over, `workers` the registered workers. `tick`, `event_watermark` and `flow_backlog` show whether maintenance keeps up, `jobs` whether maintenance has failed, `event_consumers` which consumers of events lag and so keep events and executions, `event_tables` whether old events can be removed, `limits` whether executions that wait for quotas and budgets are woken, `retention` whether ended executions are removed in time, `installation` whether a part is missing, invalid or switched off, or a sequence is behind its table.

If the owner of the installation lacks `pg_read_all_stats`, the sessions of other logins are shown as `not visible`, and the verdict depends on the age in transactions alone. The cost does not grow with the number of executions: it is an index lookup and at most 1,000 entries for each route.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: none.

Example:
```sql
select check_name, verdict, detail, hint from flowfabric.ff_health() where verdict <> 'ok';
```
$$;
