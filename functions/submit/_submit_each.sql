create or replace function _submit_each(
    p_lane_id text,
    p_inputs jsonb[],
    p_options jsonb,
    p_per_item text[]
)
returns setof ff_created_item
language plpgsql
as $_submit_each$
declare
    v_submissions _submission[];
    v_has_id boolean[];
    v_items ff_created_item[];
    v_open integer[];
    v_givers integer[];
    v_last_id uuid;
    v_lane ff_lane;
    v_submitters text[];
    v_fault jsonb;
    v_written integer[];
    r_item record;
begin
    select r.p_submissions, r.p_has_id, r.p_items
    into v_submissions, v_has_id, v_items
    from _read_items(p_lane_id, p_inputs, p_options, p_per_item) as r;
    -- All keys first, then all rows, both in the same order in every session: two batches never
    -- deadlock.
    v_open := array(
        select i.item
        from generate_subscripts(v_submissions, 1) as i (item)
        where (v_submissions[i.item]).idempotency_key is not null
    );
    loop
        select k.p_items, k.p_givers
        into v_items, v_givers
        from _take_keys(v_submissions, v_has_id, v_items, v_givers, v_open, v_last_id) as k;
        select l.* into v_lane from ff_lane as l where l.lane_id = p_lane_id;
        if v_lane.state in ('draining', 'disabled') then
            v_items := _refuse_new_items(
                v_submissions, v_items, p_options ? 'execution_id', 'lane_not_accepting',
                jsonb_build_object('lane_id', p_lane_id, 'lane_state', v_lane.state)
            );
            exit;
        elsif v_lane.has_submitter_limits then
            v_submitters := _limited_submitters(p_lane_id);
            v_fault := _batch_fault(p_lane_id, v_submitters, v_submissions, v_items);
            if v_fault is not null then
                v_items := _refuse_new_items(
                    v_submissions, v_items, p_options ? 'execution_id',
                    'submitter_limit_exceeded', v_fault
                );
                exit;
            end if;
        end if;
        v_written := array[]::integer[];
        for r_item in
            select i.item
            from generate_subscripts(v_submissions, 1) as i (item)
            where (v_items[i.item]).outcome is null
            order by (v_submissions[i.item]).execution_id, i.item
        loop
            v_items[r_item.item] := _submit(
                v_submissions[r_item.item], v_has_id[r_item.item], r_item.item, true
            );
            if (v_items[r_item.item]).outcome = 'created' then
                v_written := v_written || r_item.item;
            end if;
            if v_has_id[r_item.item] then
                v_last_id := (v_submissions[r_item.item]).execution_id;
            end if;
        end loop;
        if v_submitters is not null then
            perform _count_submissions(
                p_lane_id, v_submitters,
                array_agg((v_submissions[i.item]).execution_id),
                array_agg(_content_bytes(
                    (v_submissions[i.item]).input, (v_submissions[i.item]).payload,
                    (v_submissions[i.item]).tags, (v_submissions[i.item]).policy
                ))
            )
            from unnest(v_written) as i (item);
        end if;
        -- An answer that refers to an item of the batch is void if that item was not written: the
        -- key may be free again, also when the id of that item existed already.
        v_open := array(
            select i.item
            from generate_subscripts(v_givers, 1) as i (item)
            where (v_items[v_givers[i.item]]).outcome <> 'created'
        );
        exit when v_open = '{}';
    end loop;
    return query
    select
        i.execution_id,
        i.outcome,
        -- a duplicate of an item of this batch has no state yet: the key came before the row
        case
            when i.outcome = 'duplicate' then coalesce(
                i.public_state, _state_of(i.execution_id)
            )
            else i.public_state
        end,
        i.error_code,
        i.error_detail
    from unnest(v_items) with ordinality as i (
        execution_id, outcome, public_state, error_code, error_detail, item
    )
    order by i.item;
end;
$_submit_each$;

comment on function _submit_each is
'Writes a batch of submissions one by one; an item that is refused does not stop the others.';
