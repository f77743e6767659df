create or replace function _tend_tag_indexes(p_limit integer)
returns integer
language plpgsql
as $_tend_tag_indexes$
declare
    v_open_now text[];
    v_prepared text[];
    v_oldest_seen xid8;
    v_count integer := 0;
    v_index ff_tag_index;
begin
    if not exists (
        select from ff_tag_index as i where i.complete_from is null or i.is_dropped
    ) then
        return 0;
    end if;
    -- As in _retire_routes: first the open transactions, then the rows. The rows of a transaction
    -- that has ended by now can be seen.
    v_open_now := _open_transactions();
    v_oldest_seen := _oldest_snapshot();
    select h.p_prepared into v_prepared from _gate_holders('ff_gate_h') as h;
    for v_index in
        select i.*
        from ff_tag_index as i
        where
            (i.complete_from is null or i.is_dropped)
            and i.changed_by is distinct from pg_current_xact_id_if_assigned()
        order by i.index_id
        for no key update skip locked
    loop
        if v_index.readers is null then
            -- listed after the change was seen: transactions that begin later see it, too
            update ff_tag_index as i
            set readers = _open_transactions()
            where i.index_id = v_index.index_id;
        elsif v_prepared <> '{}'
            or v_index.readers && v_open_now
            or v_index.changed_by >= v_oldest_seen
        then
            continue;
        elsif v_index.is_dropped then
            v_count := v_count + _drop_tag_index(v_index.index_id, p_limit);
        else
            update ff_tag_index as i
            set complete_from = _complete_from(v_index.lane_id)
            where i.index_id = v_index.index_id;
        end if;
    end loop;
    return v_count;
end;
$_tend_tag_indexes$;

comment on function _tend_tag_indexes is
'Lets lists be read by new indexes of tags, and removes dropped ones, when all transactions have ended that may not know of the change; returns how many entries it removed.';
