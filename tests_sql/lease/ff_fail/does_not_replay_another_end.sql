begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases that ended otherwise than by ff_fail; when their holders fail them; then
do $given$
begin
    perform pg_temp.submit_number(1, 'completed');
    perform pg_temp.submit_number(2, 'expired', p_deadline_ms => 30000);
    perform pg_temp.submit_number(3, 'capped', p_policy => '{"max_reclaim_count": 0}');
    perform pg_temp.submit_number(4, 'timed out', p_policy => '{
        "retry_policy": {"max_retries": 1}, "timeout_policy": {"attempt_timeout_ms": 30000}
    }');
    perform pg_temp.submit_number(5, 'taken over');
end;
$given$;
create temporary table held as
select
    l.lane_id,
    c.handle
from (values ('completed'), ('expired'), ('capped'), ('timed out'), ('taken over')) as l (lane_id)
cross join lateral flowfabric.ff_claim(l.lane_id, 'a', 'a-1') as c;
do $given$
begin
    perform flowfabric.ff_complete(h.handle) from held as h where h.lane_id = 'completed';
    perform pg_temp.advance('30 s');
    perform flowfabric.ff_claim(h.lane_id, 'b', 'b-1') from held as h;
end;
$given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_fail(%L, $$broken$$)', h.handle)),
        r.refusal,
        r.lane_id
    )
from (
    values
    ('completed', 'ZF105 execution_not_active'),
    ('expired', 'ZF105 execution_not_active'),
    ('capped', 'ZF105 execution_not_active'),
    ('timed out', 'ZF105 execution_not_active'),
    ('taken over', 'ZF102 stale_lease')
) as r (lane_id, refusal)
inner join held as h on r.lane_id = h.lane_id;
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
