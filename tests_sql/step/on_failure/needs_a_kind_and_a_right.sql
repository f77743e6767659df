begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql

select
    is(
        pg_temp.refusal(format(
            'select flowfabric.ff_create_execution(''lane'', p_policy => %L)',
            jsonb_build_object('on_failure', b.on_failure::jsonb)
        )),
        b.refusal,
        b.on_failure
    )
from (
    values
    ('{}', '22023 p_policy'),
    ('{"kind": ""}', '22023 p_policy'),
    ('{"kind": 7}', '22023 p_policy'),
    ('{"kind": "k", "lane_id": ""}', '22023 p_policy'),
    ('{"kind": "k", "lane": "l"}', '22023 p_policy'),
    ('7', '22023 p_policy'),
    ('null', 'nothing')
) as b (on_failure, refusal);
-- given a lane that is closed to producers; when one names it; then
select
    pg_temp.login_of('ff_producer') as login,
    (flowfabric.ff_grant_lane('closed', 'ff_worker', '{submit}')).outcome as granted
\gset
select is(
    pg_temp.refusal_as(
        :'login',
        $$select flowfabric.ff_create_execution(
            'lane', p_policy => '{"on_failure": {"kind": "k", "lane_id": "closed"}}'
        )$$
    ),
    'ZF801 not_authorised', 'the right to submit there is needed'
);
select is(
    pg_temp.refusal_as(
        :'login',
        $$select flowfabric.ff_submit_flow('{"nodes": {"a": {
            "lane": "lane", "policy": {"on_failure": {"kind": "k", "lane_id": "closed"}}
        }}}')$$
    ),
    'ZF801 not_authorised', 'in flows, too'
);
select * from finish();
rollback;
