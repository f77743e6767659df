create or replace function _ids_of_handles(
    p_handles text[],
    out p_execution_ids uuid[],
    out p_ttls_ms bigint[]
)
language plpgsql
immutable
as $_ids_of_handles$
begin
    begin
        select
            coalesce(array_agg(split_part(h.handle, ':', 1)::uuid), '{}'),
            coalesce(array_agg(split_part(h.handle, ':', 4)::bigint), '{}')
        into p_execution_ids, p_ttls_ms
        from unnest(p_handles) as h (handle);
    exception
        when data_exception then
            null;
    end;
end;
$_ids_of_handles$;

comment on function _ids_of_handles is
'The executions and times to live that a batch of handles names, in their order; nothing else of them is checked. Nulls when one of the texts is certainly not a handle.';
