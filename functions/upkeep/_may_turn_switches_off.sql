create or replace function _may_turn_switches_off()
returns boolean
language plpgsql
as $_may_turn_switches_off$
declare
    v_is_work_off constant boolean := coalesce(_is_off('ff_work_switch'), false);
    v_is_submission_off constant boolean := coalesce(_is_off('ff_submission_switch'), false);
    r_plain record;
begin
    if v_is_work_off and v_is_submission_off then
        return false;
    end if;
    r_plain := _are_lanes_plain();
    if not (r_plain.p_for_work and not v_is_work_off)
        and not (r_plain.p_for_submissions and not v_is_submission_off)
    then
        return false;
    end if;
    -- An open change, also one of this transaction, which could be rolled back: all modes that
    -- conflict with the lock that follows.
    return not exists (
        select 1
        from pg_locks as l
        where
            l.locktype = 'relation'
            and l.relation in ('ff_lane'::regclass, 'ff_meta'::regclass)
            and l.mode not in ('AccessShareLock', 'RowShareLock', 'ShareLock')
            and l.database = (
                select d.oid from pg_database as d where d.datname = current_database()
            )
    );
end;
$_may_turn_switches_off$;

comment on function _may_turn_switches_off is
'Is a switch on although there is nothing to look for, and no change open? As far as this snapshot tells.';
