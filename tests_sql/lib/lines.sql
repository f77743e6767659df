-- The lines of limits. Needs clock.sql and limits.sql.
\set QUIET on
-- the executions in line, in its order, each with the time that it has to wait: '2 in 10 s, 3 in 20
-- s'
create function pg_temp.line(p_number integer default 1)
returns text
language sql
as $line$
    select coalesce(
        string_agg(
            format(
                '%s in %s s', pg_temp.number(w.execution_id),
                round(extract(epoch from e.claimable_at - pg_temp.clock())::numeric, 1)::float8
            ),
            ', ' order by w.priority desc, w.waits_since
        ),
        'nobody'
    )
    from flowfabric.ff_admission_wait as w
    inner join flowfabric.ff_exec_core as e
        on e.execution_id = w.execution_id
    where w.limit_id in (pg_temp.policy_id(p_number), pg_temp.budget_id(p_number))
$line$;

-- ticks, while there are todos of limits; a todo that waits for the end of other transactions, of
-- any database, waits for this one too, and so is left after some rounds
create function pg_temp.pay_limits(p_max_rows integer default 1000)
returns void
language plpgsql
as $pay_limits$
begin
    for v_round in 1..100 loop
        exit when not exists (select 1 from flowfabric.ff_limit_todo);
        perform count(*) from flowfabric.ff_tick(p_max_rows);
    end loop;
end;
$pay_limits$;
