-- tests_sql/execution/calls_for_many/look_at_a_bounded_number.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/bulk_verbs.sql
\ir ../../lib/fetched.sql
-- given thirty thousand executions, and one behind them
do $given$ begin
    for v_batch in 1..3 loop
        perform count(*) from flowfabric.ff_create_executions('full', array_fill('{}'::jsonb, array[10000]));
        perform pg_temp.advance('1 minute');
    end loop;
    perform flowfabric.ff_create_execution('other', p_kind => 'rare');
end $given$;
analyze;
-- when a call looks for the one; then it ends after twenty thousand, and the next one finds it
select
    is(
        (
            select format('%s %s', a.changed_count, a.is_more)
            from flowfabric.ff_change_priorities('{"kind": "rare"}', 5, p_dry_run => true) as a
        ),
        '0 t',
        'it is not among the first'
    );
select
    is(
        (
            select format('%s %s', b.changed_count, b.is_more)
            from flowfabric.ff_change_priorities('{"kind": "rare"}', 5, p_dry_run => true) as a
            cross join lateral flowfabric.ff_change_priorities(
                '{"kind": "rare"}', 5, null, 1000, a.before, a.after, true
            ) as b
        ),
        '1 f',
        'but behind them'
    );
-- then no verb looks at many more
select
    cmp_ok(
        pg_temp.cost_of(format(
            'select * from flowfabric.%s', pg_temp.call(v.name, $$'{"kind": "rare"}'$$)
        )),
        '<=', 62000::numeric, v.name
    )
from verb as v;
select * from finish();
rollback;
