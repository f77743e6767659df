create or replace function _erased_details(p_details jsonb)
returns jsonb
language sql
immutable
as $_erased_details$
    select p_details - 'reason' #- '{ended,failure_reason}' #- '{ended,cancellation_reason}'
$_erased_details$;

comment on function _erased_details is
'The details of an operator call without the texts of users: its login and actor, and facts of the engine.';
