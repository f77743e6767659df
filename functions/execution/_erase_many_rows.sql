create or replace function _erase_many_rows(p_execution_id uuid, p_stop_at timestamptz)
returns boolean
language plpgsql
as $_erase_many_rows$
declare
    v_piece constant integer := 200;
    v_count integer;
begin
    loop
        delete from ff_stream_frame as f
        where f.ctid = any (array(
            select o.ctid
            from ff_stream_frame as o
            where o.execution_id = p_execution_id
            order by o.execution_id, o.attempt_index, o.frame_ms, o.frame_seq
            limit v_piece
        ));
        get diagnostics v_count = row_count;
        exit when v_count < v_piece;
        if _now() >= p_stop_at then
            return false;
        end if;
    end loop;
    loop
        update ff_signal as s
        set
            input = null,
            payload = null,
            correlation_id = null,
            idempotency_key = _erased_key('signal', s.idempotency_key)
        where s.ctid = any (array(
            select o.ctid
            from ff_signal as o
            where
                o.execution_id = p_execution_id
                and (
                    num_nonnulls(o.input, o.payload, o.correlation_id) > 0
                    or o.idempotency_key <> _erased_key('signal', o.idempotency_key)
                )
            limit v_piece
        ));
        get diagnostics v_count = row_count;
        exit when v_count < v_piece;
        if _now() >= p_stop_at then
            return false;
        end if;
    end loop;
    loop
        delete from ff_step as s
        where s.ctid = any (array(
            select o.ctid
            from ff_step as o
            where o.execution_id = p_execution_id and o.kind <> 'child'
            limit v_piece
        ));
        get diagnostics v_count = row_count;
        if v_count > 0 then
            perform _recount_steps(p_execution_id);
        end if;
        exit when v_count < v_piece;
        if _now() >= p_stop_at then
            return false;
        end if;
    end loop;
    loop
        delete from ff_mailbox as m
        where m.ctid = any (array(
            select o.ctid from ff_mailbox as o where o.execution_id = p_execution_id limit v_piece
        ));
        get diagnostics v_count = row_count;
        exit when v_count < v_piece;
        if _now() >= p_stop_at then
            return false;
        end if;
    end loop;
    return true;
end;
$_erase_many_rows$;

comment on function _erase_many_rows is
'Erases frames, the contents of signals, and the steps of an execution that are not children, some hundred at a time, until the time runs out: false when some are left.';
