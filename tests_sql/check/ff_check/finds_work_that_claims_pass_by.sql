-- tests_sql/check/ff_check/finds_work_that_claims_pass_by.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given the head of the route of (1), which waits, is moved by hand; then
create function pg_temp.findings_with_head(p_offset interval, p_and text default '')
returns text[]
language sql
as $findings_with_head$
    select pg_temp.findings_after(
        p_and || format(
            'insert into flowfabric.ff_head (route_id, era, head_at)
            select e.route_id, 1, e.claimable_at + %L from flowfabric.ff_exec_core as e
            where pg_temp.number(e.execution_id) = 1',
            p_offset
        )
    )
$findings_with_head$;
select is(pg_temp.findings_with_head('0'), null, 'a head at the moment of the row hides nothing');
select is(
    pg_temp.findings_with_head('1 us'),
    '{an execution that claims have passed is recorded for a tick}',
    'a head above the row hides it'
);
select is(
    pg_temp.findings_with_head(
        '1 us',
        $$with noted as (
            insert into flowfabric.ff_debt (execution_id)
            select e.execution_id
            from flowfabric.ff_exec_core as e where pg_temp.number(e.execution_id) = 1
        )$$
    ),
    null,
    'a row with a debt is not hidden'
);
select is(
    pg_temp.findings_with_head(
        '1 us',
        $$with noted as (
            insert into flowfabric.ff_debt (execution_id)
            select e.execution_id
            from flowfabric.ff_exec_core as e where pg_temp.number(e.execution_id) = 3
        )$$
    ),
    '{an execution that claims have passed is recorded for a tick}',
    'a debt for another row does not help'
);
create function pg_temp.with_range(p_from interval, p_to interval)
returns text
language sql
as $with_range$
    select format(
        'with noted as (
            insert into flowfabric.ff_range_debt (era, holders, from_at, to_at)
            select 1, ''{}'', e.claimable_at + %L, e.claimable_at + %L
            from flowfabric.ff_exec_core as e where pg_temp.number(e.execution_id) = 1
        )',
        p_from, p_to
    )
$with_range$;
select is(
    pg_temp.findings_with_head('1 us', pg_temp.with_range('0', '0')),
    null,
    'a range debt that contains the row does'
);
select is(
    pg_temp.findings_with_head('1 us', pg_temp.with_range('-1 s', null)),
    null,
    'a range debt that still grows does, too'
);
select is(
    pg_temp.findings_with_head('1 us', pg_temp.with_range('1 us', null)),
    '{an execution that claims have passed is recorded for a tick}',
    'a range debt that begins above the row does not'
);
select is(
    pg_temp.findings_with_head('1 us', pg_temp.with_range('-1 s', '-1 us')),
    '{an execution that claims have passed is recorded for a tick}',
    'a range debt that ends below the row does not'
);
-- given the route of (1) is retired by hand; then
create function pg_temp.findings_when_merged(p_closed_at timestamptz)
returns text[]
language sql
as $findings_when_merged$
    select pg_temp.findings_after(
        format(
            'update flowfabric.ff_route as r
            set
                lane_id = ''held'',
                merged_into = 1, merged_by = ''3'', merged_at = pg_temp.clock(), readers = ''{}'',
                retired_at = pg_temp.clock(), closed_at = %L
            from flowfabric.ff_exec_core as e
            where pg_temp.number(e.execution_id) = 1 and r.route_id = e.route_id',
            p_closed_at
        )
    )
$findings_when_merged$;
select is(
    pg_temp.findings_when_merged(null), null,
    'a row in a retired route is not hidden: a tick moves it'
);
select is(
    pg_temp.findings_when_merged(pg_temp.clock()),
    '{nothing is left in a closed route,nothing is left in a closed route}',
    'a row in a closed route is hidden'
);
select * from finish();
rollback;
