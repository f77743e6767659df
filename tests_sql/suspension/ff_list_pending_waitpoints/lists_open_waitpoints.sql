begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that waits at several waitpoints, and has one that was created in advance
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select waitpoint_id as ahead from flowfabric.ff_create_waitpoint(:'handle', 'ahead', 60000)
\gset
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select pg_temp.suspend(:'handle', '{"any": [
    {"all": [{"signal": "b", "on": "two"}, {"signal": "a", "on": "two"}]},
    {"all": [{"signal": "a", "on": "any"}, {"any_signal": true, "on": "any"}]},
    {"count": 2, "of": "signals", "on": ["one", "free"], "signal": "c"},
    {"count": 2, "of": "signals", "on": ["free"]}
]}', 120000) as outcome
\gset
select results_eq(
    format(
        $$
            select waitpoint_key, state, signal_names
            from flowfabric.ff_list_pending_waitpoints(%L)
            order by 1
        $$, :'id'
    ),
    $$
        values
        ('ahead', 'pending', '{}'::text[]), ('any', 'active', '{}'), ('free', 'active', '{}'),
        ('one', 'active', '{c}'), ('two', 'active', '{a,b}')
    $$,
    'each has the signal names that it takes, or none if it takes any'
);
select results_eq(
    format($$select created_at, activated_at, expires_at, remaining_ms, signal_count, token_kid
    from flowfabric.ff_list_pending_waitpoints(%L) where waitpoint_key in ('ahead', 'one') order by waitpoint_key$$, :'id'),
    $$
        values
        (
            '2030-01-01 12:00+00'::timestamptz, null::timestamptz, '2030-01-01 12:01+00'::timestamptz,
            59000::bigint, 0, 'installed'
        ),
        (
            '2030-01-01 12:00:01+00', '2030-01-01 12:00:01+00', '2030-01-01 12:02:01+00', 120000, 0,
            'installed'
        )
    $$,
    'and the time until which it takes signals'
);
select is(
    (
        select w.token_fingerprint
        from flowfabric.ff_list_pending_waitpoints(:'id') as w
        where w.waitpoint_key = 'one'
    ),
    left(encode(sha256(convert_to(pg_temp.token(:'id', 'one'), 'UTF8')), 'hex'), 16),
    'tokens differ by their fingerprints'
);
select is(
    (
        select count(*)
        from flowfabric.ff_list_pending_waitpoints(:'id') as w
        where w::text like '%installed:%'
    ),
    0::bigint,
    'the token itself is not listed'
);
create function pg_temp.pages(p_id uuid, p_size integer)
returns setof text language plpgsql as $pages$
declare
    v_after uuid;
    v_keys text[];
begin
    loop
        select
            array_agg(w.waitpoint_key order by w.waitpoint_id),
            (array_agg(w.waitpoint_id order by w.waitpoint_id desc))[1]
        into v_keys, v_after
        from flowfabric.ff_list_pending_waitpoints(p_id, v_after, p_size) as w;
        exit when v_keys is null;
        return query select * from unnest(v_keys);
    end loop;
end;
$pages$;
select results_eq(
    format('select p from pg_temp.pages(%L, 2) as p', :'id'),
    format('select waitpoint_key from flowfabric.ff_list_pending_waitpoints(%L)', :'id'),
    'page by page the list is the same'
);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_list_pending_waitpoints(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_execution_id'),
    ($$'00000000-0000-7000-8000-000000000001'$$, 'ZF201 execution_not_found'),
    (quote_literal(:'id') || ', null, null', '22004 p_limit'),
    (quote_literal(:'id') || ', null, 1001', '22023 p_limit')
) as b (arguments, refusal);
-- when the execution is resumed; then
select
    pg_temp.signal(:'id', 'c', 'one') as one,
    pg_temp.signal(:'id', 'c', 'free') as two
\gset
select results_eq(
    format('select waitpoint_key from flowfabric.ff_list_pending_waitpoints(%L)', :'id'),
    $$values ('ahead')$$, 'the waitpoints that it waited for are closed'
);
-- when it has ended; then
select outcome from flowfabric.ff_cancel_execution(:'id', 'enough')
\g /dev/null
select is_empty(
    format('select * from flowfabric.ff_list_pending_waitpoints(%L)', :'id'), 'all are closed'
);

select * from finish();
rollback;
