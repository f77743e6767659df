create or replace function _end_key_moves(p_limit integer)
returns void
language plpgsql
as $_end_key_moves$
declare
    v_lane_ids constant text[] := array(
        select m.lane_id from ff_key_move as m order by m.lane_id limit p_limit
    );
    v_holders text[];
begin
    if v_lane_ids = '{}' then
        return;
    end if;
    -- first the restrictions, then the holders of the gate: later holders see the restrictions
    select h.p_holders into v_holders from _gate_holders('ff_gate_h') as h;
    delete from ff_key_move as m
    where m.ctid = any (array(
        select o.ctid
        from ff_key_move as o
        where o.lane_id = any (v_lane_ids) and not o.holders && v_holders
        for update skip locked
    ));
    update ff_key_move as m
    set holders = v_holders
    where m.ctid = any (array(
        select o.ctid
        from ff_key_move as o
        where o.lane_id = any (v_lane_ids) and o.holders is null
        for update skip locked
    ));
end;
$_end_key_moves$;

comment on function _end_key_moves is
'Ends the time in which submissions to restricted lanes take shared keys as well, when all transactions have ended that may have taken a lane for open.';
