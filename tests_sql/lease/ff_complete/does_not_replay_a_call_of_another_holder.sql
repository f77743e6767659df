begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql

-- given "a" lost its lease to "b", and "b" completed the execution; when "a" completes it; then
select pg_temp.lease('a') as handle_of_a
\gset
do $given$ begin perform pg_temp.advance('30 s'); end $given$;
select pg_temp.claim('b') as handle_of_b
\gset
select flowfabric.ff_complete(:'handle_of_b', '"b"');
select pg_temp.stored() as before
\gset

select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle_of_a')),
    'ZF105 execution_not_active',
    'the former holder is refused'
);
select is(
    (
        select
            array_agg(
                distinct pg_temp.refusal(format('select flowfabric.ff_complete(%L)', t.handle))
            )
        from pg_temp.tampered_handles(:'handle_of_b') as t
    ),
    array['ZF105 execution_not_active'],
    'so is a call with any part of the fence wrong'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
