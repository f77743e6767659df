create or replace function _switch_on()
returns trigger
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $_switch_on$
begin
    -- The lock of this statement keeps ticks from turning them off until the transaction ends.
    if _is_off('ff_work_switch') then
        perform setval('ff_work_switch', 0);
    end if;
    if _is_off('ff_submission_switch') then
        perform setval('ff_submission_switch', 0);
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end;
$_switch_on$;

comment on function _switch_on is
'Turns the switches on, before a row changes that they are about.';
