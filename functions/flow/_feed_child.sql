create or replace function _feed_child(p_child uuid, p_now timestamptz)
returns void
language plpgsql
as $_feed_child$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution ff_exec_core := _lock_execution(p_child);
    v_given constant jsonb := v_execution.input;
    v_row_id tid;
    r_replacement record;
    v_inputs jsonb;
    v_fed uuid[];
begin
    select r.p_output as output, r.p_result as result
    into r_replacement
    from _replacing_result(p_child) as r;
    if found then
        v_execution.input := r_replacement.output;
        v_execution.payload := r_replacement.result;
    end if;
    if _named_input_size(p_child) <= 16777216 then
        select n.p_inputs, n.p_fed
        into v_inputs, v_fed
        from _named_inputs(p_child, v_given) as n;
    end if;
    if v_inputs <> '{}' then
        v_execution.input := case
            when jsonb_typeof(v_execution.input) = 'object' then v_execution.input
            else '{}'
        end || v_inputs;
        v_execution.payload := null;
    end if;
    if v_inputs is null or octet_length(v_execution.input::text) > 16777216 then
        -- too large to be submitted: the child fails, not the completion of its upstream
        perform _end_execution(
            v_execution, 'failed', p_now, 'input_too_large', 'dependency',
            p_lease_ended_by => 'cancelled', p_is_cascade => true
        );
        return;
    end if;
    update ff_exec_core as e
    set input = v_execution.input, payload = v_execution.payload
    where e.execution_id = p_child
    returning e.ctid into v_row_id;
    update ff_edge_input as n
    set is_fed = true
    where n.downstream_id = p_child and n.upstream_id = any (v_fed) and not n.is_fed;
    perform _unblock_children(array[v_row_id], p_now);
end;
$_feed_child$;

comment on function _feed_child is
'Builds the input of a locked execution from the results of its upstreams, and lets the execution be claimed. Its join must be satisfied.';
