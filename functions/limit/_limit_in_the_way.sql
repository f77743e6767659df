create or replace function _limit_in_the_way(
    p_execution ff_exec_core,
    p_limits _limits,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false
)
returns text
language plpgsql
as $_limit_in_the_way$
declare
    v_refusal constant _refusal := _try_admission(
        p_execution, p_limits, p_until, p_now, p_is_promise
    );
begin
    return case v_refusal.reason
        when 'budget' then 'a budget of it is exhausted'
        when 'rate' then 'as many as its quota policy allows have begun'
        when 'slot' then 'as many as its quota policy allows are running'
        when 'moment' then 'as many as its quota policy allows were running until just now'
    end;
end;
$_limit_in_the_way$;

comment on function _limit_in_the_way is
'Takes what a takeover needs, and answers null; or says which limit is in its way.';
