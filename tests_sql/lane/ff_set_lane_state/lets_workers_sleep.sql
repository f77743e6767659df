begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given lanes with due work; when they are closed to workers; then workers are not told to claim at
-- once, again and again
do $given$
begin
    perform pg_temp.submit_number(x.n, x.state) from (
        values (1, 'active'), (2, 'draining'), (3, 'paused'), (4, 'disabled')
    ) as x (n, state);
    perform flowfabric.ff_set_lane_state(s.state, s.state)
    from unnest(array['draining', 'paused', 'disabled']) as s (state);
end;
$given$;
select is(flowfabric.ff_next_due_in_ms('active'), 0::bigint, 'in an active lane work is due');
select is(flowfabric.ff_next_due_in_ms('draining'), 0::bigint, 'in a draining lane work is due');
select is(flowfabric.ff_next_due_in_ms('paused'), null, 'in a paused lane nothing is due');
select is(flowfabric.ff_next_due_in_ms('disabled'), null, 'in a disabled lane nothing is due');

select * from finish();
rollback;
