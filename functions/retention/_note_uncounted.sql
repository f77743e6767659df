create or replace function _note_uncounted(p_keys uuid[])
returns void
language plpgsql
as $_note_uncounted$
declare
    v_counted_below constant uuid := (_newest_statistic()).counted_below;
    v_locked ff_statistic;
begin
    if exists (
        select 1 from unnest(p_keys) as k (execution_id) where k.execution_id >= v_counted_below
    ) then
        -- with the lock, because a tick that counts them now would count them twice
        v_locked := _lock_statistic();
    end if;
    if v_locked.statistic_id is not null then
        insert into ff_late_submission (execution_id, lane_id, submitted_at)
        select e.execution_id, r.lane_id, e.created_at
        from unnest(p_keys) as k (execution_id)
        inner join ff_exec_core as e on e.execution_id = k.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        where k.execution_id >= v_locked.counted_below
        on conflict do nothing;
    end if;
end;
$_note_uncounted$;

comment on function _note_uncounted is
'Notes the submissions of executions that are about to be removed, as far as no tick has counted them. Not while another session counts, which counts them itself if it commits, and not in an older snapshot: retention waits for neither.';
