begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
\ir ../../lib/no_time.sql
-- given 450 members, more than two pieces, of which the first half has ended; when their flow is
-- cancelled, and there is no time; then
select
    pg_temp.flow(
        (select jsonb_object_agg('n' || i, '{}'::jsonb) from generate_series(1, 450) as i)
    ) is null as submitted;
do $given$
begin
    perform set_config('search_path', 'flowfabric, public', true);
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_complete_batch(array(
        select c.handle from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 225) as c
    ));
end;
$given$;
select results_eq(
    $$
        select c.outcome, c.cancelled_count, c.remaining_count
        from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted') as c
    $$,
    $$values ('cancellation_scheduled', 0, 225::bigint)$$,
    'the call has looked at the first piece'
);
select results_eq(
    $$
        select d.kind::text, d.after_id is not null, d.has_left
        from flowfabric.ff_flow_todo as d
    $$,
    $$values ('cancel', true, true)$$,
    'a todo has the rest of the pass, and the need for another pass'
);
create function pg_temp.passes()
returns integer
language plpgsql
as $passes$
declare
    v_count integer := 0;
begin
    while exists (select 1 from flowfabric.ff_flow_todo) loop
        perform pg_temp.advance('1 s');
        -- the transaction that wrote a todo does not remove it; here another transaction would
        update flowfabric.ff_flow_todo set written_by = '3';
        perform flowfabric._do_flow_todos(100, pg_temp.clock());
        v_count := v_count + 1;
    end loop;
    return v_count;
end;
$passes$;
select cmp_ok(pg_temp.passes(), '>=', 225, 'each further call cancels one member');
select results_eq(
    $$select s.cancelled, s.completed from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values (225::bigint, 225::bigint)$$,
    'after them all members are cancelled'
);
select is(
    (
        select count(*)
        from flowfabric.ff_completion_event as e
        where e.outcome = 'cancelled'
    ),
    225::bigint,
    'each member was cancelled once'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
