create or replace function _described_members(
    p_flow_id uuid,
    p_after uuid,
    p_limit integer,
    p_now timestamptz,
    out p_members jsonb,
    out p_ids uuid[],
    out p_is_more boolean
)
language sql
stable
as $_described_members$
    select
        coalesce(
            jsonb_agg(
                jsonb_build_object(
                    'execution_id', n.execution_id,
                    'node', n.node,
                    'kind', e.kind,
                    'public_state', v.public_state
                )
                order by n.execution_id
            ) filter (where n.place <= p_limit),
            '[]'
        ),
        coalesce(
            array_agg(n.execution_id order by n.execution_id) filter (where n.place <= p_limit),
            '{}'
        ),
        count(*) > p_limit
    from (
        select m.execution_id, m.node, row_number() over (order by m.execution_id) as place
        from (
            -- one more than the page has tells whether there is another page
            select o.execution_id, o.node
            from ff_flow_member as o
            where o.flow_id = p_flow_id and (p_after is null or o.execution_id > p_after)
            order by o.execution_id
            limit p_limit + 1
        ) as m
    ) as n
    inner join ff_exec_core as e on e.execution_id = n.execution_id
    inner join ff_state_vector as v
        on v.state = _effective_state(e.state, e.claimable_at, e.lease_expires_at, p_now)
$_described_members$;

comment on function _described_members is 'A page of the members of a flow as ff_describe_flow lists them.';
