create or replace function _ring_stream_bells(p_stream ff_stream)
returns void
language plpgsql
as $_ring_stream_bells$
declare
    v_row_ids constant tid[] := array(
        select b.ctid
        from ff_stream_bell as b
        where
            b.execution_id = p_stream.execution_id and b.partition_key = p_stream.partition_key
        for update skip locked
    );
begin
    if v_row_ids = '{}' then
        return;
    end if;
    delete from ff_stream_bell as b where b.ctid = any (v_row_ids);
    perform pg_notify(
        'ff_frames', _format_execution_id(p_stream.partition_key, p_stream.execution_id)
    );
end;
$_ring_stream_bells$;

comment on function _ring_stream_bells is 'Wakes those who tail the streams of an execution and sleep.';
