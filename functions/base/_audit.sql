create or replace function _audit(p_reason text, p_actor text)
returns jsonb
language sql
stable
as $_audit$
    select jsonb_strip_nulls(jsonb_build_object(
        'session_user', session_user, 'role', _caller(), 'actor', p_actor, 'reason', p_reason
    ))
$_audit$;

comment on function _audit is 'The login, actor and reason of an operator call, for its event.';
