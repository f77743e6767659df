begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases in a lane that is then disabled; when their holders call; then
do $given$
begin
    perform pg_temp.submit_number(n, p_policy => '{"retry_policy": {"max_retries": 1}}')
    from generate_series(1, 3) as n;
end;
$given$;
create temporary table held as
select
    n,
    pg_temp.claim('a') as handle
from generate_series(1, 3) as n;
do $when$ begin perform flowfabric.ff_set_lane_state('lane', 'disabled'); end $when$;
select results_eq(
    $$
        select c.item, pg_temp.refusal(format('select flowfabric.' || c.call, h.handle))
        from held as h
        inner join (
            values
            (1, 1, 'ff_renew(%L)'),
            (2, 1, 'ff_complete(%L)'),
            (3, 2, $a$ff_fail(%L, 'broken')$a$),
            (4, 3, 'ff_delay(%L, 0)')
        ) as c (item, n, call) on c.n = h.n
        order by c.item
    $$,
    $$values (1, 'nothing'), (2, 'nothing'), (3, 'nothing'), (4, 'nothing')$$,
    'all calls of holders succeed'
);
select is(pg_temp.claim('b'), null, 'executions that were given back are not handed out');
do $when$
begin
    perform pg_temp.advance('1 minute');
    perform flowfabric.ff_set_lane_state('lane', 'draining');
end;
$when$;
select results_eq(
    $$
        select c.attempt_type
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c
    $$,
    $$values ('resume'), ('retry')$$,
    'a draining lane hands them out, and retries, too'
);

select * from finish();
rollback;
