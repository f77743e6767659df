create or replace function _override(p_source text, p_actor text, p_reason text)
returns jsonb
language sql
stable
as $_override$
    select case
        when p_source = 'operator_override'
            then _audit(p_reason, p_actor) || jsonb_build_object('source', p_source)
    end
$_override$;

comment on function _override is
'The login, actor and reason for the events of a call with explicit ids that an operator makes in the place of the holder; null when the holder makes the call.';
