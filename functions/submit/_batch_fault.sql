create or replace function _batch_fault(
    p_lane_id text,
    p_submitters text[],
    p_submissions _submission[],
    p_items ff_created_item[]
)
returns jsonb
language plpgsql
as $_batch_fault$
declare
    v_count bigint;
    v_bytes bigint;
begin
    if p_submitters is null then
        return null;
    end if;
    select
        count(*),
        coalesce(sum(_content_bytes(
            (p_submissions[i.item]).input, (p_submissions[i.item]).payload,
            (p_submissions[i.item]).tags, (p_submissions[i.item]).policy
        )), 0)::bigint
    into v_count, v_bytes
    from generate_subscripts(p_submissions, 1) as i (item)
    where
        (p_items[i.item]).outcome is null
        and not exists (
            select 1
            from ff_exec_core as e
            where e.execution_id = (p_submissions[i.item]).execution_id
        );
    if v_count = 0 then
        return null;
    end if;
    return _submitter_fault(p_lane_id, p_submitters, v_count, v_bytes);
end;
$_batch_fault$;

comment on function _batch_fault is
'Why the items of a batch that are still to be written exceed a limit of their submitter; null if they do not.';
