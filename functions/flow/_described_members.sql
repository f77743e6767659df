create or replace function _described_members(
    p_flow_id uuid,
    p_now timestamptz,
    out p_members jsonb,
    out p_node_count bigint,
    out p_added_at timestamptz
)
language sql
stable
as $_described_members$
    select
        coalesce(
            (
                select jsonb_agg(
                    jsonb_build_object(
                        'execution_id', s.execution_id,
                        'node', s.node,
                        'kind', s.kind,
                        'public_state', s.public_state
                    )
                    order by s.execution_id
                )
                from _member_states(p_flow_id, p_now) as s
            ),
            '[]'
        ),
        count(*),
        max(m.added_at)
    from ff_flow_member as m
    where m.flow_id = p_flow_id
$_described_members$;

comment on function _described_members is 'The members of a flow as ff_describe_flow lists them.';
