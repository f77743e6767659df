begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('x', 1000);
    perform pg_temp.advance('1 s');
    perform pg_temp.reclaim_key(1);
    perform pg_temp.advance('4999999 us');
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'b', 'b-1')$$),
    'ZF303 grant_already_exists',
    'a microsecond before the first lapses, another one is refused'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.verdict('ff_reclaim_execution', 1, pg_temp.reclaim_key(1, 'b'), 'b'),
    'claimed',
    'then a grant is issued to another worker'
);

select * from finish();
rollback;
