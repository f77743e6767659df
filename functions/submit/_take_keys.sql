create or replace function _take_keys(
    p_submissions _submission[],
    p_has_id boolean[],
    inout p_items ff_created_item[],
    inout p_givers integer[],
    p_open integer[],
    p_last_id uuid
)
language plpgsql
as $_take_keys$
declare
    v_submission _submission;
    v_item ff_created_item;
    v_key text[];
    v_giver integer;
    r_open record;
begin
    for r_open in
        select i.item
        from unnest(p_open) as i (item)
        order by
            (p_submissions[i.item]).namespace collate "C",
            (p_submissions[i.item]).idempotency_key collate "C",
            i.item
    loop
        v_submission := p_submissions[r_open.item];
        if v_key is distinct from array[v_submission.namespace, v_submission.idempotency_key] then
            v_key := array[v_submission.namespace, v_submission.idempotency_key];
            v_giver := null;
        end if;
        v_item := _claim_idempotency_key(v_submission);
        p_givers[r_open.item] := case when v_item.outcome is not null then v_giver end;
        if v_item.outcome is null and p_has_id[r_open.item] then
            -- an id of another submission gives the key back, and the next item can take it
            v_item := _answer_existing(v_submission);
            if v_item.outcome is null
                and v_submission.execution_id <= p_last_id
            then
                -- Rows are written in the order of their ids, and higher ids are written already.
                -- The item before it with this key was refused, so this one gets a conflict.
                perform _free_key(v_submission);
                v_item := (
                    null, 'idempotency_key_conflict', null, 'ZF205',
                    jsonb_build_object('idempotency_key', v_submission.idempotency_key)
                )::ff_created_item;
            end if;
        end if;
        if p_givers[r_open.item] is null and v_item.error_code is null then
            v_giver := r_open.item;
        end if;
        p_items[r_open.item] := v_item;
    end loop;
end;
$_take_keys$;

comment on function _take_keys is
'Takes the keys of items of a batch, in a fixed order. p_givers has the number of the other item for each item that repeats or contradicts an item of the batch.';
