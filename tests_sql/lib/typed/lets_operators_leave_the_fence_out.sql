-- The behaviour of calls with explicit ids in which an operator may override: the call acts on the
-- present lease, whichever that is. The test names the call in the variables `function` and
-- `arguments`, those that follow the fence, and the state that it leads to in `public_state`.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql
\ir ../roles.sql
\ir ../typed_calls.sql
\ir ../no_retries.sql

-- given executions (1) to (3) that are held, (4) revoked, (5) lapsed, (6) waiting
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 6) as n;
    perform pg_temp.claim('a', case n when 5 then 1000 else 30000 end, 'lane' || n)
    from generate_series(1, 5) as n;
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform pg_temp.advance('1 s');
end;
$given$;
create function pg_temp.override(p_function text, p_arguments text, p_number integer)
returns text
language sql
as $override$
    select pg_temp.typed_call(
        p_function,
        format('%s:%s:1', pg_temp.id(p_number), gen_random_uuid()),
        concat_ws(', ', nullif(p_arguments, ''), $$p_source => 'operator_override'$$),
        '{p_attempt_index,p_lease_id,p_lease_epoch,p_attempt_id}'
    )
$override$;
select
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_operator') as operator
\gset
select pg_temp.stored() as before
\gset

-- when a call has no lease; then
select is(
    pg_temp.refusal_as(:'worker', pg_temp.override(:'function', :'arguments', 1)),
    'ZF801 not_authorised',
    'a worker may not'
);
select is(
    pg_temp.refusal_as('ff_worker', pg_temp.override(:'function', :'arguments', 1)),
    'ZF801 not_authorised',
    'nor may a session in the role of workers'
);
select
    is(
        pg_temp.refusal(pg_temp.override(:'function', :'arguments', 4)),
        'ZF103 lease_revoked',
        'no lease: revoked'
    );
select
    is(
        pg_temp.refusal(pg_temp.override(:'function', :'arguments', 5)),
        'ZF101 lease_expired',
        'no lease: lapsed'
    );
select
    is(
        pg_temp.refusal(pg_temp.override(:'function', :'arguments', 6)),
        'ZF105 execution_not_active',
        'no lease: waiting'
    );
select is(
    pg_temp.refusal(pg_temp.override(:'function', :'arguments', 7)),
    'ZF201 execution_not_found',
    'an unknown execution'
);
select is(
    pg_temp.refusal(replace(
        pg_temp.override(:'function', :'arguments', 1),
        'p_attempt_index => NULL',
        'p_attempt_index => 7'
    )),
    'ZF102 stale_lease',
    'an attempt index must be right if it is given'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal_as(:'operator', pg_temp.override(:'function', :'arguments', 1)),
    'nothing',
    'a login of an operator may'
);
select is(
    pg_temp.refusal(pg_temp.override(:'function', :'arguments', 2)),
    'nothing',
    'the owner may'
);
select isnt(
    pg_temp.answer_of(pg_temp.override(:'function', :'arguments', 3)),
    null,
    'the result is that of a holder''s call'
);
select results_eq(
    $$
        select public_state, lease_epoch
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000003')
    $$,
    format('values (%L, 2::bigint)', :'public_state'),
    'the call has its effect, and raises the epoch'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
