create or replace function _refuse_grant(
    p_execution_id uuid,
    p_grant_key text,
    p_verdict text
)
returns void
language plpgsql
stable
as $_refuse_grant$
declare
    v_kind constant ff_grant_kind := (_parse_grant_key(p_grant_key)).kind;
begin
    perform _raise(
        case p_verdict when 'expired' then 'claim_grant_expired' else 'invalid_claim_grant' end,
        jsonb_strip_nulls(jsonb_build_object(
            'execution_id', p_execution_id, 'verdict', p_verdict
        )),
        case when p_verdict = 'wrong_kind' then format(
            'A grant of kind %s is redeemed with %s.',
            v_kind,
            case v_kind
                when 'claim' then 'ff_claim_execution'
                when 'resume' then 'ff_claim_resumed_execution'
                else 'ff_reclaim_execution'
            end
        ) end
    );
end;
$_refuse_grant$;

comment on function _refuse_grant is
'Raises why a grant cannot be redeemed; the hint for a grant of another kind names the function that redeems it.';
