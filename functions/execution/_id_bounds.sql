create or replace function _id_bounds(
    p_filter _execution_filter,
    out p_lowest_id uuid,
    out p_highest_id uuid
)
language plpgsql
stable
as $_id_bounds$
begin
    -- An id of the server's carries the time of its submission, and one of a caller's lies at most
    -- a day ahead of it. Ids that lie behind it are counted when they are submitted.
    p_lowest_id := case
        when p_filter.created_after is null or (select s.is_called from ff_late_ids as s)
            then '00000000-0000-0000-0000-000000000000'::uuid
        else _id_at(p_filter.created_after - interval '1 day')
    end;
    p_highest_id := case
        when p_filter.created_before is null then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
        else _id_at(p_filter.created_before + interval '1 day 1 second')
    end;
end;
$_id_bounds$;

comment on function _id_bounds is 'The ids between which an execution lies that was created when a filter says.';
