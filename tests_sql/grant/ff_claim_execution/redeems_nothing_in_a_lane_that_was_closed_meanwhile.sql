begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant in four lanes; when the lanes get each state; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.grant_key(n) as grant_key
from generate_series(1, 4) as n;
do $when$
begin
    perform flowfabric.ff_set_lane_state('lane' || n, (array['active', 'paused', 'draining', 'disabled'])[n])
    from generate_series(1, 4) as n;
end;
$when$;
select
    is(
        coalesce(
            e.error ->> 'sqlstate' || ' ' || (e.error #>> '{detail,lane_state}'), 'claimed'
        ),
        c.answer,
        c.answer
    )
from (
    values (1, 'claimed'), (2, 'ZF305 paused'), (3, 'claimed'), (4, 'ZF305 disabled')
) as c (n, answer)
inner join granted as g on c.n = g.n
cross join lateral pg_temp.error_of(
    pg_temp.redeeming('ff_claim_execution', c.n, g.grant_key)
) as e (error);
do $when$ begin perform flowfabric.ff_set_lane_state('lane2', 'active'); end $when$;
select is(
    (
        select pg_temp.verdict('ff_claim_execution', 2, g.grant_key) from granted as g
        where g.n = 2
    ),
    'initial',
    'no grant was consumed: when the lane opens in time, it is redeemed'
);

select * from finish();
rollback;
