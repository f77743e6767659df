create or replace function _begin_round(p_tick ff_tick_log)
returns ff_tick_log
language plpgsql
as $_begin_round$
declare
    -- the clock of a claim is read before it writes its event
    v_margin constant interval := interval '1 second';
    v_writers text[];
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        return p_tick;
    end if;
    if p_tick.ticked_at < p_tick.round_began_at then
        -- The clock was set back: earlier rounds prove nothing about the moments that it repeats.
        p_tick.round_began_at := null;
        p_tick.next_idle_look_at := null;
        p_tick.lapses_from := '-infinity';
    end if;
    -- Read after the clock, and before this round looks. A lease that lapses before the last
    -- round began, and that this round does not see, was given by a transaction that was open at
    -- both times; or it had lapsed before and got another moment: that writer holds gate H.
    v_writers := array(
        select unnest(e.p_holders) from _gate_holders('ff_event') as e
        union
        select unnest(h.p_holders) from _gate_holders('ff_gate_h') as h
    );
    p_tick.next_lapses_from := coalesce(
        p_tick.round_began_at - v_margin, p_tick.lapses_from
    );
    insert into ff_lapse_debt (holder, from_at)
    select w.holder, least(p_tick.lapses_from, p_tick.ticked_at)
    from unnest(p_tick.lease_writers) as w (holder)
    where
        w.holder = any (v_writers)
        and not exists (select 1 from ff_lapse_debt as d where d.holder = w.holder);
    p_tick.round_began_at := p_tick.ticked_at;
    p_tick.lease_writers := v_writers;
    p_tick.is_idle_look := coalesce(p_tick.next_idle_look_at <= p_tick.ticked_at, true);
    if p_tick.is_idle_look then
        -- Claims leave dead entries for leases that lie ahead, which no head passes: to look takes
        -- longer than all other work on a route, so it is done in one round of many.
        p_tick.next_idle_look_at := p_tick.ticked_at + _route_patience() / 64;
        p_tick.idle_look_event := _safe_event_id();
    end if;
    return p_tick;
end;
$_begin_round$;

comment on function _begin_round is
'Begins a round through all routes: notes from which moment the search for lapsed leases goes on after the round, and for which open transactions it does not wait.';
