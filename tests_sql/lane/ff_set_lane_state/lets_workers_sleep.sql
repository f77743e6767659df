begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given lanes with something due; when they are closed to workers; then these are not told to
-- claim at once, again and again
do $given$
begin
    perform pg_temp.submit_number(x.n, x.state) from (
        values (1, 'active'), (2, 'draining'), (3, 'paused'), (4, 'disabled')
    ) as x (n, state);
    perform flowfabric.ff_set_lane_state(s.state, s.state)
    from unnest(array['draining', 'paused', 'disabled']) as s (state);
end;
$given$;
select is(flowfabric.ff_next_due_in_ms('active'), 0::bigint, 'something is due');
select is(flowfabric.ff_next_due_in_ms('draining'), 0::bigint, 'also where a lane drains');
select is(flowfabric.ff_next_due_in_ms('paused'), null, 'nothing is due where it is paused');
select is(flowfabric.ff_next_due_in_ms('disabled'), null, 'or disabled');

select * from finish();
rollback;
