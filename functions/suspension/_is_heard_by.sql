create or replace function _is_heard_by(p_leaf jsonb, p_waitpoint_key text, p_signal_name text)
returns boolean
language sql
immutable
as $_is_heard_by$
    select
        -- true for a string that is the key as well as for an array that has it
        p_leaf -> 'on' ? p_waitpoint_key
        and coalesce(p_leaf ->> 'signal' = p_signal_name, true)
$_is_heard_by$;

comment on function _is_heard_by is
'Does a part of a condition listen to a signal: to its waitpoint and its name? Inlined where it is called.';
