create or replace function _condition_moment(p_condition jsonb, p_moments jsonb)
returns bigint
language plpgsql
immutable
as $_condition_moment$
begin
    if p_condition ? 'all' then
        return (
            select case when count(*) = count(m.moment) then max(m.moment) end
            from (
                select _condition_moment(a.condition, p_moments) as moment
                from jsonb_array_elements(p_condition -> 'all') as a (condition)
            ) as m
        );
    elsif p_condition ? 'any' then
        return (
            select min(_condition_moment(a.condition, p_moments))
            from jsonb_array_elements(p_condition -> 'any') as a (condition)
        );
    end if;
    -- operator_only and timeout_only are not among them: a signal never ends these
    return (p_moments ->> p_condition::text)::bigint;
end;
$_condition_moment$;

comment on function _condition_moment is
'At which signal a condition was satisfied, given at which each of its parts had what it needs (p_moments: by the text of the part); null: it is not satisfied.';
