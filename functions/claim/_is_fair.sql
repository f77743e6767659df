create or replace function _is_fair(p_options jsonb)
returns boolean
language sql
immutable
as $_is_fair$
    select coalesce(p_options -> 'fair_sharing' = 'true', false)
$_is_fair$;

comment on function _is_fair is 'Does a lane with these options serve its fairness keys in turn?';
