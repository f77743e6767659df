-- noqa: disable=LT02,LT05,LT09,LT14,RF05,AL03
begin;
select plan(12);
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/restricted_lane.sql

-- given a login for each right, with no other right, and a login without rights, all of them
-- members of every group role
select
    pg_temp.login_of_all('test_vault_' || v.verb),
    flowfabric.ff_grant_lane('vault', 'test_vault_' || v.verb, array[v.verb])
from unnest('{submit,claim,read,signal,approve,operate}'::text[]) as v (verb)
\g /dev/null
select pg_temp.login_of_all('test_vault_nothing')
\g /dev/null
-- then
select is_empty(
    $$select m.function_name from flowfabric.ff_privilege as m
    except
    select c.function_name from lane_call as c$$,
    'the test calls every public function'
);
select is_empty(
    $$select c.statement
    from lane_call as c
    where c.verbs <> 'any' and pg_temp.gets_through('test_vault_nothing', c.statement)$$,
    'without a grant every call is refused'
);
select is_empty(
    $$select c.statement
    from lane_call as c
    where c.verbs = 'any' and not pg_temp.gets_through('test_vault_nothing', c.statement)$$,
    'except calls that concern no lane'
);
select is_empty(
    format(
        $$select c.statement
        from lane_call as c
        where c.verbs <> 'any'
            and pg_temp.gets_through('test_vault_%1$s', c.statement)
            <> ('%1$s' = any (string_to_array(c.verbs, ' ')))$$,
        v.verb
    ),
    v.verb || ' lets through what it says, and nothing else'
)
from unnest('{submit,claim,read,signal,approve,operate}'::text[]) as v (verb);
select is_empty(
    $$select c.statement from lane_call as c where not pg_temp.gets_through('ff_owner', c.statement)$$,
    'the owner may make every call'
);
select flowfabric.ff_grant_lane('vault', 'test_vault_submit', '{read}')
\g /dev/null
select is_empty(
    $$select c.statement
    from lane_call as c
    where c.verbs = 'two of them' and not pg_temp.gets_through('test_vault_submit', c.statement)$$,
    'a role that may submit and read may pass results on'
);
-- when every role is granted everything
select * from flowfabric.ff_grant_lane('vault', 'public', '{submit,claim,read,signal,approve,operate}')
\g /dev/null
-- then
select is_empty(
    $$select c.statement from lane_call as c where not pg_temp.gets_through('test_vault_nothing', c.statement)$$,
    'the lane is open again'
);

select * from finish();
rollback;
