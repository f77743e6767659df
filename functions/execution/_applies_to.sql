create or replace function _applies_to(p_verb text)
returns ff_state[]
language sql
stable
as $_applies_to$
    select array_agg(v.state)
    from ff_state_vector as v
    where
        case p_verb
            when 'cancel' then v.state < 'completed'
            when 'reschedule' then v.state <= 'resume_delay'
            when 'change_priority' then v.state <= 'resume_delay' or _is_refused(v.state)
            else v.state >= 'completed'
        end
$_applies_to$;

comment on function _applies_to is
'The stored states that a verb can apply to; _is_applicable looks at the rest of the row.';
