begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given grants of 60 s; when (1) is cancelled, (2) cancelled and replayed, (3) moved by hand into
-- another lane, (4) leased by hand and waiting again, so that its epoch has moved; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 5) as n;
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.grant_key(n, p_grant_ttl_ms => 60000) as grant_key
from generate_series(1, 5) as n;
do $when$
begin
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed');
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed');
    perform flowfabric.ff_replay_execution(pg_temp.id(2));
    update flowfabric.ff_exec_core
    set route_id = (select r.route_id from flowfabric.ff_route as r where r.lane_id = 'lane5')
    where pg_temp.number(execution_id) = 3;
    update flowfabric.ff_exec_core set lease_epoch = 1 where pg_temp.number(execution_id) = 4;
end;
$when$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_claim_execution', c.n, g.grant_key),
        c.verdict,
        c.description
    )
from (
    values
    (1, 'ZF305 execution_not_leaseable', 'an execution that was cancelled'),
    (2, 'ZF301 invalid_claim_grant unknown_grant', 'an execution that was cancelled and replayed'),
    (3, 'ZF301 invalid_claim_grant signature_mismatch', 'an execution that is in another lane'),
    (4, 'ZF301 invalid_claim_grant unknown_grant', 'an execution that has had another owner')
) as c (n, verdict, description)
inner join granted as g on c.n = g.n;
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (
        select pg_temp.verdict('ff_claim_execution', 5, g.grant_key) from granted as g
        where g.n = 5
    ),
    'initial',
    'an execution that is unchanged is leased'
);

select * from finish();
rollback;
