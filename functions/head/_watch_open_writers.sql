create or replace function _watch_open_writers()
returns void
language plpgsql
as $_watch_open_writers$
declare
    v_holders text[];
    v_prepared text[];
    v_waited_for text[];
    r_debt record;
begin
    for r_debt in
        select d.debt_id, d.holders, d.is_renamed
        from ff_range_debt as d
        where d.to_at is null
        order by d.debt_id
        for update skip locked
    loop
        if v_holders is null then
            select h.p_holders, h.p_prepared into v_holders, v_prepared
            from _gate_holders('ff_gate_h') as h;
            -- who gave the gate back with a savepoint is still there, and may take it again
            v_holders := v_holders || array(
                select l.virtualxid from pg_locks as l where l.locktype = 'virtualxid'
            );
        end if;
        continue when r_debt.holders && v_holders;
        -- who is gone from the list may have been prepared: then it is there under another name
        v_waited_for := case when r_debt.is_renamed then '{}' else v_prepared end;
        update ff_range_debt as d
        set
            holders = v_waited_for,
            is_renamed = true,
            to_at = case when v_waited_for = '{}' then greatest(
                _now(),
                (select r.clock_at from ff_clock_record as r order by r.record_id desc limit 1)
            ) end
        where d.debt_id = r_debt.debt_id;
    end loop;
end;
$_watch_open_writers$;

comment on function _watch_open_writers is
'Looks which of the noted open writers are gone; what they left is searched for from then on.';
