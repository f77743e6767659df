begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/no_retries.sql

-- given executions that end in each way; when a session waits for them; then
create temporary table submitted as
select
    l.lane_id,
    c.execution_id
from
    unnest(
        '{completed,batch,general batch,typed,failed,cancelled,expired,attempt,tick}'::text[]
    ) as l (lane_id)
cross join lateral flowfabric.ff_create_execution(
    l.lane_id,
    p_deadline_ms => case when l.lane_id in ('expired', 'tick') then 60000 end,
    p_policy => case
        when l.lane_id = 'attempt' then '{"timeout_policy": {"attempt_timeout_ms": 60000}}'
    end::jsonb
) as c;
alter table submitted add column claimed flowfabric.ff_claimed_execution;
update submitted as s
set
    claimed
    = (select c from flowfabric.ff_claim(s.lane_id, 'a', 'a-1', p_lease_ttl_ms => 600000) as c)
where s.lane_id <> 'tick';
select is(
    array(
        select distinct (flowfabric.ff_await_result(array[s.execution_id])).is_any_over
        from submitted as s
    ),
    '{f}', 'given'
);
do $when$
begin
    perform flowfabric.ff_complete((s.claimed).handle) from submitted as s where s.lane_id = 'completed';
    perform flowfabric.ff_complete_batch(array[(s.claimed).handle])
    from submitted as s where s.lane_id = 'batch';
    perform flowfabric.ff_complete_batch(array[(s.claimed).handle, 'x'])
    from submitted as s where s.lane_id = 'general batch';
    perform flowfabric.ff_complete_execution(
        s.execution_id, 0, (s.claimed).lease_id, (s.claimed).lease_epoch, (s.claimed).attempt_id
    ) from submitted as s where s.lane_id = 'typed';
    perform flowfabric.ff_fail((s.claimed).handle, 'x', 'permanent')
    from submitted as s where s.lane_id = 'failed';
    perform flowfabric.ff_cancel_execution(s.execution_id, 'x')
    from submitted as s where s.lane_id = 'cancelled';
    perform pg_temp.advance('59 s');
    perform flowfabric.ff_await_result(array[s.execution_id])
    from submitted as s where s.lane_id in ('expired', 'attempt', 'tick');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_claim(s.lane_id, 'b', 'b-1')
    from submitted as s where s.lane_id in ('expired', 'attempt');
    perform count(*) from flowfabric.ff_tick();
end;
$when$;
select is(
    array(
        select s.lane_id
        from submitted as s
        where
            exists (
                select 1 from flowfabric.ff_ring_request as r
                where r.ended_id = s.execution_id
            )
        order by s.lane_id
    ),
    '{attempt,batch,cancelled,completed,expired,failed,"general batch",tick,typed}',
    'each end rings'
);
select * from finish();
rollback;
