create or replace function _is_tick_due(p_period interval default interval '1 second')
returns boolean
language plpgsql
as $_is_tick_due$
declare
    v_now constant timestamptz := _now();
    v_ticked_at timestamptz;
    v_has_more boolean;
    -- in seconds since 1970, to the microsecond: all texts have the same number of digits
    v_quiet_until constant text collate "C" := current_setting('flowfabric.quiet_until', true);
    v_due_at timestamptz;
begin
    -- an older snapshot cannot do maintenance, and must not make other sessions believe it was done
    if current_setting('transaction_isolation') <> 'read committed' then
        return false;
    end if;
    -- this is all that most claims read: the row as a whole is read when a tick is due by time
    select t.ticked_at, t.has_more
    into v_ticked_at, v_has_more
    from ff_tick_log as t
    order by t.tick_id desc
    limit 1;
    if v_has_more then
        p_period := least(p_period, interval '25 milliseconds');
    end if;
    if v_ticked_at > v_now - p_period and v_ticked_at <= v_now then
        return false;
    end if;
    -- To look whether there is anything to do takes longer than all the rest of an empty claim: a
    -- session that has found nothing remembers that for a second. (A client that changes the
    -- setting keeps its own claims from asking for ticks.)
    if v_quiet_until > extract(epoch from v_now)::text
        and v_quiet_until <= extract(epoch from v_now + interval '1 second')::text
        -- the clock was not set back
        and extract(epoch from v_now) * 1000000
        >= coalesce(pg_sequence_last_value('ff_clock_mark'::regclass), 0)
    then
        return false;
    end if;
    v_due_at := _upkeep_due_at(_last_tick());
    if v_due_at <= _now() then
        return true;
    end if;
    perform set_config(
        'flowfabric.quiet_until',
        extract(epoch from least(v_due_at, v_now + interval '1 second'))::text,
        false
    );
    return false;
end;
$_is_tick_due$;

comment on function _is_tick_due is 'Whether the last tick is long enough ago, and there is something to do for the next one.';
