create or replace function _is_heard_by(p_leaf jsonb, p_signal _signal)
returns boolean
language sql
immutable
as $_is_heard_by$
    select
        -- true for a string that is the key as well as for an array that has it
        p_leaf -> 'on' ? p_signal.waitpoint_key
        and coalesce(p_leaf ->> 'signal' = p_signal.signal_name, true)
$_is_heard_by$;

comment on function _is_heard_by is 'Does a part of a condition listen to the signal: to its waitpoint and its name?';
