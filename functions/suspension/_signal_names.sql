create or replace function _signal_names(p_condition jsonb, p_waitpoint_key text)
returns text[]
language sql
immutable
as $_signal_names$
    select case
        when coalesce(bool_and(l.leaf ? 'signal'), false)
            then array_agg(distinct l.leaf ->> 'signal' collate "C")
        else '{}'
    end
    from _condition_leaves(p_condition) as l (leaf)
    where l.leaf -> 'on' ? p_waitpoint_key
$_signal_names$;

comment on function _signal_names is 'The signals that a condition asks for on a waitpoint; none when it takes any.';
