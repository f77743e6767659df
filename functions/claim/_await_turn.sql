create or replace function _await_turn(
    p_route_id integer,
    p_fairness_key text,
    p_submitter text default session_user::text
)
returns void
language plpgsql
as $_await_turn$
declare
    v_lane_id text;
    v_bound integer;
begin
    -- Gate H is held: a tick that lets the key leave after this look finds us among its holders.
    if _waits_for_turn(p_route_id, p_fairness_key)
        and (
            current_setting('transaction_isolation') = 'read committed'
            or _holds_turn(p_route_id, p_fairness_key)
        )
    then
        return;
    end if;
    select l.lane_id, (l.options ->> 'fair_keys_per_submitter')::numeric::integer
    into v_lane_id, v_bound
    from ff_route as r
    inner join ff_lane as l on l.lane_id = r.lane_id
    where r.route_id = p_route_id;
    if v_bound is null then
        insert into ff_fair_turn (route_id, fairness_key) values (p_route_id, p_fairness_key);
    elsif (
        select count(*)
        from (
            select 1
            from ff_route as r
            inner join ff_fair_turn as t
                on t.route_id = r.route_id and t.entered_by = p_submitter and not t.is_left
            where r.lane_id = v_lane_id and r.retired_at is null
            limit v_bound
        ) as w
    ) < v_bound then
        insert into ff_fair_turn (route_id, fairness_key, entered_by)
        values (p_route_id, p_fairness_key, p_submitter);
    end if;
end;
$_await_turn$;

comment on function _await_turn is
'Enters a key with due work behind those that wait for a turn, unless it is among them, or its submitter has as many there as the lane allows: then a later tick does it.';
