create or replace function _end_member(p_key _execution_key, p_is_cascade boolean default false)
returns void
language plpgsql
as $_end_member$
begin
    if not p_is_cascade then
        perform _resolve_dependents(array[p_key]);
    elsif exists (
        select 1
        from ff_edge as d
        where
            d.upstream_id = p_key.execution_id
            and d.upstream_partition = p_key.partition_key
            and d.state = 'applied'
    ) then
        -- one level in one transaction
        perform _owe('resolve', array[p_key]);
    end if;
end;
$_end_member$;

comment on function _end_member is
'What the end of an execution means for those that wait for it: done at once, or, when it was itself the consequence of another end, left as a debt.';
