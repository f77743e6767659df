create or replace function _trim_empty_flows(p_limit integer)
returns integer
language plpgsql
as $_trim_empty_flows$
declare
    v_now constant timestamptz := _now();
    v_flow_ids constant uuid[] := array(
        select n.flow_id
        from ff_empty_flow as n
        where n.look_at <= v_now
        order by n.look_at
        limit least(p_limit, 100)
        for update skip locked
    );
    v_locked uuid[];
    v_empty uuid[];
begin
    if v_flow_ids = '{}' then
        return 0;
    end if;
    v_locked := array(
        select f.flow_id
        from ff_flow as f
        where
            f.flow_id = any (v_flow_ids)
            and not exists (select 1 from ff_flow_member as m where m.flow_id = f.flow_id)
        -- a submission to it holds the row until it commits
        for update skip locked
    );
    -- by a statement after the lock, which sees what was added before
    v_empty := array(
        select l.flow_id
        from unnest(v_locked) as l (flow_id)
        where not exists (select 1 from ff_flow_member as m where m.flow_id = l.flow_id)
    );
    delete from ff_flow as f where f.flow_id = any (v_empty);
    delete from ff_operator_event as t where t.flow_id = any (v_empty);
    delete from ff_empty_flow as n
    where
        n.flow_id = any (v_flow_ids)
        and (
            n.flow_id = any (v_empty)
            or exists (select 1 from ff_flow_member as m where m.flow_id = n.flow_id)
            or not exists (select 1 from ff_flow as f where f.flow_id = n.flow_id)
        );
    -- the others later, so that they do not stand before those behind them
    update ff_empty_flow as n
    set look_at = v_now + interval '1 hour'
    where n.flow_id = any (v_flow_ids);
    return cardinality(v_empty);
end;
$_trim_empty_flows$;

comment on function _trim_empty_flows is
'Removes flows that were made without members a week ago and have none still; returns how many.';
