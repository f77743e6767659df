create or replace function _is_switch_wrong()
returns boolean
language plpgsql
volatile
as $_is_switch_wrong$
declare
    v_is_work_off boolean;
    v_is_submission_off boolean;
    r_plain record;
begin
    if pg_is_in_recovery() then
        -- a standby cannot lock the sequence of a switch
        return false;
    end if;
    v_is_work_off := _is_off('ff_work_switch');
    v_is_submission_off := _is_off('ff_submission_switch');
    -- by a snapshot of its own: an older one shows settings of before a switch was turned off
    r_plain := _are_lanes_plain();
    return current_setting('transaction_isolation') = 'read committed'
        and coalesce(
            (v_is_work_off and not r_plain.p_for_work and _is_off('ff_work_switch'))
            or (
                v_is_submission_off
                and not r_plain.p_for_submissions
                and _is_off('ff_submission_switch')
            ),
            false
        );
end;
$_is_switch_wrong$;

comment on function _is_switch_wrong is
'Is a switch off although calls have something to look for? Judged in READ COMMITTED only.';
