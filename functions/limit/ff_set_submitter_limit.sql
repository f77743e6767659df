create or replace function ff_set_submitter_limit(
    p_lane_id text,
    p_submitter text default null,
    p_max_unfinished bigint default null,
    p_max_unfinished_bytes bigint default null,
    p_max_submissions bigint default null,
    p_period_ms bigint default 60000,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_submitter_limit
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_set_submitter_limit$
declare
    v_is_changed boolean;
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_submitter_name(p_submitter);
    if p_submitter is not null
        and not exists (select 1 from pg_roles as r where r.rolname = p_submitter)
    then
        perform _raise_invalid('p_submitter', 'is not a role', 'Create the role first.');
    end if;
    perform _check_most('p_max_unfinished', p_max_unfinished);
    perform _check_most('p_max_unfinished_bytes', p_max_unfinished_bytes);
    perform _check_most('p_max_submissions', p_max_submissions);
    if p_period_ms is null then
        perform _raise_null('p_period_ms');
    elsif p_period_ms not between 1000 and 315360000000 then
        perform _raise_invalid('p_period_ms', 'must be between 1000 and 315360000000');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_lane(p_lane_id, 'operate');

    perform _lock_lane(p_lane_id);
    insert into ff_submitter_limit as l (
        lane_id, submitter, max_unfinished, max_unfinished_bytes, max_submissions, period_ms,
        set_by, set_at
    )
    values (
        p_lane_id, coalesce(p_submitter, ''), p_max_unfinished, p_max_unfinished_bytes,
        p_max_submissions, p_period_ms, _caller(), _now()
    )
    on conflict (lane_id, submitter) do update
    set
        max_unfinished = excluded.max_unfinished,
        max_unfinished_bytes = excluded.max_unfinished_bytes,
        max_submissions = excluded.max_submissions,
        period_ms = excluded.period_ms,
        set_by = excluded.set_by,
        set_at = excluded.set_at
    where
        (l.max_unfinished, l.max_unfinished_bytes, l.max_submissions, l.period_ms)
        is distinct from (
            excluded.max_unfinished, excluded.max_unfinished_bytes, excluded.max_submissions,
            excluded.period_ms
        );
    v_is_changed := found;
    update ff_lane as l
    set has_submitter_limits = true
    where l.lane_id = p_lane_id and not l.has_submitter_limits;
    if v_is_changed then
        perform _record_operation(
            'submitter_limit_changed', _now(), p_reason, p_actor,
            jsonb_strip_nulls(jsonb_build_object(
                'lane_id', p_lane_id, 'submitter', p_submitter, 'outcome', 'set',
                'max_unfinished', p_max_unfinished,
                'max_unfinished_bytes', p_max_unfinished_bytes,
                'max_submissions', p_max_submissions, 'period_ms', p_period_ms
            ))
        );
    end if;
    return (
        p_lane_id, p_submitter, case when v_is_changed then 'set' else 'unchanged' end
    )::ff_changed_submitter_limit;
end;
$ff_set_submitter_limit$;

comment on function ff_set_submitter_limit is
$$Limits the executions, the bytes and the submissions of one submitter in a lane, so that a careless or hostile client fills neither the lane nor the database.

`p_submitter` is a role; null: each submitter without a limit of its own, each by itself. A submission counts for the role that the session acts as, and for its login: each of the two must have room under its limit. So a session does not get around the limit of its login by `set role`; give the login of a pool a limit of its own, or one without values, which is no limit. `p_max_unfinished`: executions that have not ended: waiting, delayed, blocked, suspended, or held by a worker. `p_max_unfinished_bytes`: the size of their inputs, payloads, tags and policies, before compression; tags that are set later count, too. `p_max_submissions`: submissions in a period of `p_period_ms`; periods follow each other, so two of them may be used up within a moment. Null: no limit.

A submission beyond a limit raises ZF803 submitter_limit_exceeded. A flow and a batch are refused as a whole, except for items that exist. The counts contain everything that is committed, and the submissions of the caller's own transaction. Transactions that are open at the same time do not see each other, so each of them may use the room that is left. Executions that were submitted before the first limit that applies to their submitter do not count, nor do replays. In REPEATABLE READ and SERIALIZABLE a submission to such a lane waits for an open one of the same submitter, and raises 40001 if that commits, or if another has submitted in such a transaction since the snapshot.

Effects: the limit is set from the commit of the transaction on; executions that are there stay. An event `submitter_limit_changed` records session user, role, actor and reason. Lanes without limits pay nothing; in a lane with one a submission and the end of an execution write some more rows.

Idempotent: yes; `unchanged`.

Locks: the lane's row; waits for another change of the same lane, not for submissions.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_set_submitter_limit('emails', p_max_unfinished => 10000, p_max_submissions => 6000);
```
$$;
