create or replace function _submitted_flow(p_flow_id uuid, p_outcome text)
returns ff_submitted_flow
language plpgsql
stable
as $_submitted_flow$
begin
    return (
        select row(
            p_flow_id,
            p_outcome,
            count(*),
            _graph_revision(p_flow_id) - count(*),
            coalesce(
                jsonb_object_agg(m.node, m.execution_id)
                filter (where m.node is not null),
                '{}'
            )
        )::ff_submitted_flow
        from ff_flow_member as m
        where m.flow_id = p_flow_id
    );
end;
$_submitted_flow$;

comment on function _submitted_flow is 'The answer to the submission of a flow.';
