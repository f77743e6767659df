begin;
select plan(39);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant for worker a; then
do $given$ begin perform pg_temp.submit_number(n) from unnest(array[1, 2, 77]) as n; end $given$;
select pg_temp.grant_key(1) as key
\gset
do $given$ begin perform pg_temp.grant_key(77); end $given$;
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(flowfabric.ff_verify_grant(:'key', 'a')), '{"outcome": "valid"}', 'its key is valid'
);
select is(
    (flowfabric.ff_verify_grant(:'key', 'b')).outcome, 'wrong_worker',
    'it is not valid for another worker'
);
select
    is(
        (flowfabric.ff_verify_grant(t.grant_key, 'a')).outcome,
        case
            -- there are no grants of the other kinds, and none on the third execution
            when t.verdict = 'wrong_kind' then 'unknown_grant'
            when t.description = 'a third execution' then 'unknown_grant'
            when t.description = 'another execution' then 'signature_mismatch'
            else t.verdict
        end,
        t.description
    )
from pg_temp.tampered_keys(:'key') as t;
select is((flowfabric.ff_verify_grant(m.grant_key, 'a')).outcome, 'malformed', m.description)
from pg_temp.malformed_keys(:'key') as m;
select is(
    (flowfabric.ff_verify_grant(pg_temp.with_part(:'key', 2, pg_temp.id(2)::text), 'a')).outcome,
    'unknown_grant',
    'an execution without a grant'
);
select is(pg_temp.stored(), :'before', 'the call writes nothing');
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key'), 'initial',
    'given the grant is consumed'
);
select is((flowfabric.ff_verify_grant(:'key', 'a')).outcome, 'unknown_grant', 'its key is unknown');

select * from finish();
rollback;
