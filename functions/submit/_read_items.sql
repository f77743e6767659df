create or replace function _read_items(
    p_lane_id text,
    p_inputs jsonb[],
    p_options jsonb,
    p_per_item text[],
    out p_submissions _submission[],
    out p_has_id boolean[],
    out p_items ff_created_item[]
)
returns record
language plpgsql
as $_read_items$
declare
    v_submission _submission;
    v_sqlstate text;
    v_message text;
    v_detail text;
begin
    -- the blocks that catch errors write nothing, so they use no subtransaction ids
    for v_item in 1..cardinality(p_inputs) loop
        begin
            v_submission := _submission_from_options(
                p_lane_id, p_inputs[v_item], _item_options(p_options, p_per_item, v_item)
            );
            p_has_id[v_item] := v_submission.execution_id is not null;
            p_submissions[v_item] := _with_execution_id(v_submission, v_item);
            p_items[v_item] := null;
        exception
            when data_exception
                -- a flow that does not exist, was cancelled, or has members in lanes that are not
                -- the caller's; limits that do not exist
                or sqlstate 'ZF401' or sqlstate 'ZF402' or sqlstate 'ZF801'
                or sqlstate 'ZF601' or sqlstate 'ZF602'
            then
                get stacked diagnostics
                    v_sqlstate = returned_sqlstate,
                    v_message = message_text,
                    v_detail = pg_exception_detail;
                p_submissions[v_item] := null;
                p_items[v_item] := (
                    null, 'invalid', null, v_sqlstate,
                    v_detail::jsonb || jsonb_build_object('message', v_message)
                )::ff_created_item;
        end;
    end loop;
end;
$_read_items$;

comment on function _read_items is
'The submissions of the items of a batch, and whether each was given an id; an item that is not valid has its refusal in p_items instead.';
