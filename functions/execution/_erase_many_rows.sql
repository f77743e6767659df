create or replace function _erase_many_rows(p_execution_id uuid, p_stop_at timestamptz)
returns boolean
language plpgsql
as $_erase_many_rows$
declare
    v_piece constant integer := 200;
    v_count integer;
    v_step_count integer := 0;
    v_from uuid := '00000000-0000-0000-0000-000000000000'::uuid;
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
        -- those in front of v_from are not looked at again: a call looks at each once
        with piece as (
            select o.ctid as row_id, o.signal_id
            from ff_signal as o
            where
                o.execution_id = p_execution_id
                and o.signal_id > v_from
                and (
                    num_nonnulls(o.input, o.payload, o.correlation_id) > 0
                    or not _is_erased_key(o.idempotency_key)
                )
            order by o.signal_id
            limit v_piece
        ),
        erased as (
            update ff_signal as s
            set
                input = null,
                payload = null,
                correlation_id = null,
                idempotency_key = _erased_key('signal', s.idempotency_key)
            where s.ctid = any (array(select p.row_id from piece as p))
        )
        select count(*)::integer, (array_agg(p.signal_id order by p.signal_id desc))[1]
        into v_count, v_from
        from piece as p;
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
        v_step_count := v_step_count + v_count;
        exit when v_count < v_piece or _now() >= p_stop_at;
    end loop;
    if v_step_count > 0 then
        perform _recount_steps(p_execution_id);
    end if;
    if v_count = v_piece then
        return false;
    end if;
    loop
        delete from ff_mailbox as m
        where m.ctid = any (array(select o.row_id from _mail_of(p_execution_id, v_piece) as o));
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
