create or replace function _submitter_refusal(
    p_limit ff_submitter_limit,
    p_submitter text,
    p_limit_name text,
    p_most bigint,
    p_current bigint,
    p_requested bigint
)
returns jsonb
language sql
immutable
as $_submitter_refusal$
    select jsonb_build_object(
        'lane_id', p_limit.lane_id,
        'submitter', p_submitter,
        'limit_name', p_limit_name,
        'limit', p_most,
        'current', p_current,
        'requested', p_requested
    )
$_submitter_refusal$;

comment on function _submitter_refusal is 'The DETAIL of ZF803.';
