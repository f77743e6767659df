-- tests_sql/flow/ff_cancel_flow/refuses_bad_arguments.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given a flow; then bad arguments are refused
select pg_temp.flow('{"a": {}}') as flow_id \gset
create function pg_temp.refused(p_arguments text) returns text language sql as $$
    select pg_temp.refusal('select flowfabric.ff_cancel_flow(' || p_arguments || ')')
$$;
select is(pg_temp.refused($$null, 'why'$$), '22004 p_flow_id', 'a null flow');
select is(
    pg_temp.refused($$gen_random_uuid(), 'why'$$),
    'ZF401 flow_not_found',
    'an unknown flow'
);
select is(pg_temp.refused('pg_temp.flow_id(), null'), '22004 p_reason', 'a null reason');
select is(pg_temp.refused($$pg_temp.flow_id(), ''$$), '22023 p_reason', 'an empty reason');
select is(
    pg_temp.refused($$pg_temp.flow_id(), 'why', null$$),
    '22004 p_cancellation_policy',
    'a null policy'
);
select is(
    pg_temp.refused($$pg_temp.flow_id(), 'why', 'all'$$),
    '22023 p_cancellation_policy',
    'an unknown policy'
);
select is(
    pg_temp.refused($$pg_temp.flow_id(), 'why', p_actor => ''$$),
    '22023 p_actor',
    'an empty actor'
);
select is(pg_temp.nodes(), 'a waiting', 'and nothing was written');
select * from finish();
rollback;
