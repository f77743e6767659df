begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
select pg_temp.login_of('ff_reader') as reader \gset
\set quota '0192f0a0-7777-7777-8777-123456789012'
-- given a consumer, a budget, a quota policy and a worker of this session; when an operator gives
-- each of them to a reader; then
create function pg_temp.objects()
returns table (object text, name text)
language sql
as $objects$
    values
    ('consumer', 'mail'),
    ('budget', '0192f0a0-6666-7666-8666-123456789012'),
    ('quota_policy', '0192f0a0-7777-7777-8777-123456789012'),
    ('worker', 'mailer-1')
$objects$;
do $given$
begin
    perform flowfabric.ff_create_consumer('mail');
    perform flowfabric.ff_create_budget('0192f0a0-6666-7666-8666-123456789012', 'tenant', 'acme');
    perform flowfabric.ff_create_quota_policy('0192f0a0-7777-7777-8777-123456789012', 0, 0, 1);
    perform flowfabric.ff_register_worker('mailer', 'mailer-1', '{}');
end;
$given$;
create temporary table changed as
select
    s.outcome,
    s.previous_owner
from pg_temp.objects() as o
cross join lateral flowfabric.ff_set_owner(o.object, o.name, :'reader', p_actor => 'ada') as s;
select is(
    (select array_agg(distinct c.outcome || ' ' || c.previous_owner) from changed as c),
    array['changed ' || current_user], 'each call changes the owner'
);
select is(
    (
        select array_agg(distinct o.owner)
        from (
            select c.owner from flowfabric.ff_list_consumers() as c
            union all
            select b.owner
            from flowfabric.ff_get_budget_status('0192f0a0-6666-7666-8666-123456789012') as b
            union all
            select q.owner
            from flowfabric.ff_read_quota_policy_limits(:'quota') as q
            union all
            select w.owner from flowfabric.ff_list_workers() as w
        ) as o
    ),
    array[:'reader'], 'the lists show the owner'
);
select is(
    (
        select array_agg(e.details ->> 'object' order by e.event_id)
        from flowfabric.ff_operator_event as e
        where e.kind = 'owner_changed' and e.details ->> 'actor' = 'ada'
    ),
    '{consumer,budget,quota_policy,worker}', 'an event records each change'
);
select is(
    (flowfabric.ff_set_owner('consumer', 'mail', :'reader')).outcome, 'already_owned',
    'a second call changes nothing'
);
select is(
    pg_temp.refusal_as(:'reader', $$select flowfabric.ff_read_consumer('mail')$$), 'nothing',
    'the new owner reads for the consumer'
);

-- when another role, with the right to the functions, uses the objects; then
select pg_temp.login_of() as stranger \gset
grant ff_reader, ff_worker, ff_producer to :"stranger";
select is(
    array[
        pg_temp.refusal_as(:'stranger', c.call),
        pg_temp.refusal_as(:'reader', c.call) <> 'ZF801 not_authorised'
    ]::text[],
    '{ZF801 not_authorised,true}', c.call
)
from (
    values
    ($$select flowfabric.ff_get_budget_status('0192f0a0-6666-7666-8666-123456789012')$$)
) as c (call);
select is(
    array(
        select pg_temp.refusal_as(:'stranger', 'select flowfabric.' || c.call)
        from (
            values
            ($$ff_read_consumer('mail')$$),
            (format(
                $$ff_ack_consumer('mail', %L)$$, (flowfabric.ff_read_events()).next_cursor
            )),
            ($$ff_report_usage('0192f0a0-6666-7666-8666-123456789012', '{"tokens": 1}')$$),
            (
                $$ff_check_admission(
                    '0192f0a0-7777-7777-8777-123456789012', '0192f0a0-1111-7111-8111-123456789012'
                )$$
            ),
            (
                $$ff_create_execution(
                    'lane', p_quota_policy_id => '0192f0a0-7777-7777-8777-123456789012'
                )$$
            ),
            (
                $$ff_create_execution(
                    'lane', p_budget_ids => '{0192f0a0-6666-7666-8666-123456789012}'
                )$$
            ),
            ($$ff_register_worker('mailer', 'mailer-1', '{}')$$),
            ($$ff_heartbeat_worker('mailer-1')$$)
        ) as c (call)
    ),
    array_fill('ZF801 not_authorised'::text, '{8}'), 'every call that uses them is refused'
);
select is(
    pg_temp.refusal_as(:'stranger', $$select count(c) from flowfabric.ff_list_consumers() as c$$),
    'nothing', 'lists leave out the consumers of others'
);

select * from finish();
rollback;
