-- tests_sql/flow/joins/counts_every_other_end_as_a_failure.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given an execution after each of six; when these end in all ways but completion; then it is
-- skipped
create function pg_temp.after_end(p_end text)
returns text
language plpgsql
as $after_end$
begin
    perform pg_temp.flow('{"a": {"deadline_ms": 1000}, "b": {"after": ["a"]}}');
    case p_end
        when 'failed' then
            perform pg_temp.fail('a');
        when 'cancelled' then
            perform flowfabric.ff_cancel_execution(pg_temp.node('a'), 'no need');
        when 'expired by a claim' then
            perform pg_temp.advance('1 s');
            perform 1 from flowfabric.ff_claim('lane', 'w', 'w-1');
        when 'expired by a tick' then
            perform pg_temp.advance('1 s');
            perform 1 from flowfabric.ff_tick();
        when 'cancelled by its holder' then
            perform flowfabric.ff_cancel_execution(
                c.execution_id, 'no need', 'lease_holder', c.lease_id, c.lease_epoch, c.attempt_id
            )
            from flowfabric.ff_claim('lane', 'w', 'w-1') as c;
    end case;
    return pg_temp.nodes();
end;
$after_end$;
select is(pg_temp.after_end('failed'), 'a failed, b skipped', 'a failure');
select is(pg_temp.after_end('cancelled'), 'a cancelled, b skipped', 'a cancellation');
select is(
    pg_temp.after_end('expired by a claim'),
    'a expired, b skipped',
    'a deadline that a claim met'
);
select is(
    pg_temp.after_end('expired by a tick'), 'a expired, b skipped', 'a deadline that a tick met'
);
select is(
    pg_temp.after_end('cancelled by its holder'),
    'a cancelled, b skipped',
    'a cancellation by the holder'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
