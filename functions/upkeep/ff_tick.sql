create or replace function ff_tick(p_max_rows integer default 1000)
returns setof ff_tick_job
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_tick$
begin
    if p_max_rows is null then
        perform _raise_null('p_max_rows');
    elsif p_max_rows not between 1 and 100000 then
        perform _raise_invalid('p_max_rows', 'must be between 1 and 100000');
    end if;
    return query
    select t.job, t.processed, t.errors, t.more
    from _run_tick(p_max_rows, interval '1 second') as t;
end;
$ff_tick$;

comment on function ff_tick is
$$Runs maintenance once, and returns one row for each job. Claims run it about once a second by themselves; call it from cron where no worker claims.

Due executions can be claimed without it. It applies deadlines and timeouts that no claim has applied, writes the `expired` events of lapsed leases, keeps claims fast, moves the event watermark, and removes executions as their policies say, old events, and other rows that are no longer needed.

Effects: as described above, for at most `p_max_rows` executions in each job, and for about a second; `more` says where there is more to do. A tick that finds nothing to do writes nothing. A job that fails is undone, counted in `errors`, and shown by `ff_health`; the others are done. An execution that cannot be settled is put off for a minute.

Idempotent: yes; ticks may run side by side.

Locks: executions that it ends, until the caller's transaction ends; never waits for a lock.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select job, processed, more from flowfabric.ff_tick();
```
$$;
