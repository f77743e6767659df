create or replace function _is_loser(p_cancelled_by text, p_cancellation_reason text)
returns boolean
language sql
immutable
as $_is_loser$
    select
        p_cancelled_by = 'flow_cascade'
        and p_cancellation_reason in ('sibling_quorum_satisfied', 'sibling_quorum_impossible')
$_is_loser$;

comment on function _is_loser is 'Was an execution cancelled because it lost a race?';
