create or replace function _store_stream(p_stream ff_stream)
returns void
language plpgsql
as $_store_stream$
begin
    insert into ff_stream as s
    select p_stream.*
    on conflict on constraint stream_key do update
    set
        frame_count = excluded.frame_count,
        total_bytes = excluded.total_bytes,
        durable_count = excluded.durable_count,
        summary_count = excluded.summary_count,
        best_effort_count = excluded.best_effort_count,
        durable_from = excluded.durable_from,
        summary_from = excluded.summary_from,
        best_effort_from = excluded.best_effort_from,
        last_ms = excluded.last_ms,
        last_seq = excluded.last_seq,
        last_frame_at = excluded.last_frame_at,
        rate_hz = excluded.rate_hz,
        ttl_ms = excluded.ttl_ms,
        document = excluded.document,
        summary_version = excluded.summary_version,
        first_applied_at = excluded.first_applied_at,
        last_applied_at = excluded.last_applied_at;
end;
$_store_stream$;

comment on function _store_stream is 'Writes the row of a stream, whose execution the caller has locked.';
