create or replace function _condition_holds(p_condition jsonb, p_signals _signal[])
returns boolean
language plpgsql
immutable
as $_condition_holds$
begin
    if p_condition ? 'all' then
        return (
            select bool_and(_condition_holds(m.condition, p_signals))
            from jsonb_array_elements(p_condition -> 'all') as m (condition)
        );
    elsif p_condition ? 'any' then
        return (
            select bool_or(_condition_holds(m.condition, p_signals))
            from jsonb_array_elements(p_condition -> 'any') as m (condition)
        );
    elsif p_condition ? 'on' then
        return _leaf_progress(p_condition, p_signals)
            >= coalesce((p_condition ->> 'count')::numeric::bigint, 1);
    end if;
    -- an operator or a timeout ends these, never a signal
    return false;
end;
$_condition_holds$;

comment on function _condition_holds is 'Do the signals satisfy the condition?';
