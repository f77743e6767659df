-- tests_sql/check/ff_check/finds_flows_that_contradict_themselves.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a healthy flow; when a row is damaged by hand; then
select
    pg_temp.flow(
        '{"a": {}, "b": {"after": ["a"]}, "c": {}, "d": {"after": ["c"]}, "e": {"after": ["d"]}}'
    )
        as flow_id;
select pg_temp.fail('c') as failed;
select pg_temp.pay();
select is(pg_temp.healthy(), 'healthy', 'given nothing is broken');
create function pg_temp.found_after(
    p_node text, p_statement text
) returns text[] language plpgsql as $$
declare
    v_found text[];
    v_count integer;
begin
    execute replace(
        p_statement, ':node', format('%L::uuid', pg_temp.node(p_node))
    );
    get diagnostics v_count = row_count;
    select array_agg(distinct f.invariant order by f.invariant) into v_found from flowfabric.ff_check() as f;
    raise exception 'take it back' using errcode = 'P0999';
exception
    when sqlstate 'P0999' then
        if v_count <> 1 then
            raise exception 'the statement changed % rows', v_count;
        end if;
        return v_found;
end;
$$;
select is(
    pg_temp.found_after('a', 'delete from flowfabric.ff_flow_member where execution_id = :node'),
    '{"a member is entered in its flow"}', 'a member that is not listed'
);
select is(
    pg_temp.found_after('b', 'delete from flowfabric.ff_edge_group where downstream_id = :node'),
    '{"an execution that waits for others has an open join or a due release"}',
    'a member that waits without a join'
);
select is(
    pg_temp.found_after('b', $$update flowfabric.ff_edge_group
    set state = 'impossible', decided_at = now() where downstream_id = :node$$),
    array[
        'an execution that waits for others has an open join or a due release',
        'an execution with an impossible join has ended or has a due end'
    ],
    'a member that waits, though its join is impossible'
);
select is(
    pg_temp.found_after('b', $$update flowfabric.ff_exec_core
    set state = 'waiting_first', claimable_at = now() where execution_id = :node$$),
    '{"an execution with an open join waits for a worker only with a due change"}',
    'a member that does not wait for its join'
);
select is(
    pg_temp.found_after('d', $$update flowfabric.ff_edge_group
    set state = 'pending', decided_at = null where downstream_id = :node$$),
    array[
        'a join is decided as soon as its edges decide it',
        'a skipped execution has an impossible join'
    ],
    'a member that was skipped before its join was impossible'
);
select is(
    pg_temp.found_after(
        'd', 'update flowfabric.ff_edge_group set failed_count = 0 where downstream_id = :node'
    ),
    '{"a join counts its edges"}', 'a join with wrong counts'
);
select is(
    pg_temp.found_after('b', $$update flowfabric.ff_edge_group
    set state = 'satisfied', decided_at = now() where downstream_id = :node$$),
    array[
        'a satisfied join has enough satisfied edges',
        'an execution that waits for others has an open join or a due release'
    ],
    'a join that is satisfied by no upstream'
);
select is(
    pg_temp.found_after(
        'a', 'update flowfabric.ff_edge set flow_id = gen_random_uuid() where upstream_id = :node'
    ),
    '{"both ends of an edge are members of its flow"}', 'an edge between flows'
);
select is(
    pg_temp.found_after('a', $$update flowfabric.ff_exec_core
    set state = 'flow_first', claimable_at = null where execution_id = :node$$),
    '{"an execution that its flow pauses is in a cancelled flow"}',
    'a member that is paused without a reason'
);
select is(
    pg_temp.found_after('e', $$with damage as (
        update flowfabric.ff_edge_group
        set state = 'pending', decided_at = null, skipped_count = 0 where downstream_id = :node
        returning downstream_id
    )
    update flowfabric.ff_edge as d
    set state = 'applied', upstream_outcome = 'none', resolved_at = null
    from damage as g where d.downstream_id = g.downstream_id$$),
    array[
        'a skipped execution has an impossible join',
        'an edge whose upstream has ended is resolved or will be'
    ],
    'an edge that has not seen the end of its upstream'
);
select is(
    pg_temp.found_after('a', $$insert into flowfabric.ff_flow_member
    select pg_temp.flow_id(), gen_random_uuid(), 'z', now()
    from flowfabric.ff_flow_member where execution_id = :node$$),
    '{"a member of a flow is an execution of it"}', 'a member without an execution'
);
select is(pg_temp.healthy(), 'healthy', 'the damage was taken back');
select * from finish();
rollback;
