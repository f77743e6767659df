create or replace function _health_verdict(p_is_critical boolean, p_is_warning boolean)
returns text
language sql
immutable
as $_health_verdict$
    select case when p_is_critical then 'critical' when p_is_warning then 'warning' else 'ok' end
$_health_verdict$;

comment on function _health_verdict is
'The verdict of a check of ff_health; an unknown value gives no alarm. Inlined where it is called.';
