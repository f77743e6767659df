create or replace function _erased_close_reason(p_close_reason text)
returns text
language sql
immutable
as $_erased_close_reason$
    select case
        when p_close_reason in ('resumed', 'cancelled')
            or substring(p_close_reason from '^timed_out_(.*)')
            = any (enum_range(null::ff_timeout_behavior)::text[])
            then p_close_reason
        when p_close_reason is not null then 'erased'
    end
$_erased_close_reason$;

comment on function _erased_close_reason is
'Why a suspension or a waitpoint was closed, if that is a word of the engine.';
