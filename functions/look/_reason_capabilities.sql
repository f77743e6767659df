create or replace function _reason_capabilities(
    p_route ff_route,
    p_capabilities text[],
    p_now timestamptz
)
returns _gate
language plpgsql
stable
as $_reason_capabilities$
declare
    v_missing constant text[] := case
        when p_capabilities is null then '{}'
        else _missing_capabilities(p_route.required_capabilities, p_capabilities)
    end;
begin
    return (
        'capabilities',
        v_missing = '{}',
        case
            when v_missing <> '{}' then 'missing'
            when p_capabilities is null then 'not_asked'
            else 'covered'
        end,
        jsonb_build_object(
            'required', p_route.required_capabilities, 'missing', v_missing
        ) || _capable_workers(p_route.lane_id, p_route.required_capabilities, v_missing, p_now),
        case
            when v_missing <> '{}'
                then 'a worker with ' || array_to_string(p_route.required_capabilities, ', ')
        end,
        null
    )::_gate;
end;
$_reason_capabilities$;

comment on function _reason_capabilities is
'Does the worker have the required capabilities, and which workers have them? Passes when p_worker_capabilities is null. Part of ff_explain.';
