create or replace function _with_submissions_counted(p_keys uuid[])
returns uuid[]
language plpgsql
as $_with_submissions_counted$
declare
    v_counted_below uuid := (_newest_statistic()).counted_below;
    v_locked ff_statistic;
begin
    if not exists (
        select 1 from unnest(p_keys) as k (execution_id) where k.execution_id >= v_counted_below
    ) then
        return p_keys;
    end if;
    -- with the lock, because a tick that counts them now would count them twice
    v_locked := _lock_statistic();
    if v_locked.statistic_id is null then
        return array(
            select k.execution_id
            from unnest(p_keys) with ordinality as k (execution_id, item)
            where k.execution_id < v_counted_below
            order by k.item
        );
    end if;
    v_counted_below := v_locked.counted_below;
    insert into ff_late_submission (execution_id, lane_id, submitted_at)
    select e.execution_id, r.lane_id, e.created_at
    from unnest(p_keys) as k (execution_id)
    inner join ff_exec_core as e on e.execution_id = k.execution_id
    inner join ff_route as r on r.route_id = e.route_id
    where k.execution_id >= v_counted_below
    on conflict do nothing;
    return p_keys;
end;
$_with_submissions_counted$;

comment on function _with_submissions_counted is
'Notes the submissions of executions that are about to be removed, as far as no tick has counted them; returns the executions, without those that another session is counting.';
