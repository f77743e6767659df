create or replace function _is_cut_off(p_execution ff_exec_core, p_source text)
returns boolean
language sql
immutable
as $_is_cut_off$
    select
        (p_execution).state = 'active'
        and (p_execution).lease_ended_by is null
        and p_source <> 'lease_holder'
$_is_cut_off$;

comment on function _is_cut_off is 'Does a cancellation take a lease away from its holder? Then the epoch grows.';
