-- tests_sql/execution/ff_list_executions/lists_a_batch_in_the_order_given.sql
begin;
select plan(4);
-- given batches of each kind: with equal options, under keys, with options of their own; when they
-- are listed; then they are in the order in which their items were given, on any page
create function pg_temp.numbers(p_from integer, p_to integer)
returns jsonb[]
language sql
as $numbers$
    select array_agg(to_jsonb(n) order by n) from generate_series(p_from, p_to) as n
$numbers$;

create function pg_temp.listed(p_lane_id text)
returns integer[]
language plpgsql
as $listed$
declare
    v_after uuid;
    v_page uuid[];
    v_numbers integer[] := '{}';
begin
    loop
        v_page := array(
            select l.execution_id
            from flowfabric.ff_list_executions(
                jsonb_build_object('lane_id', p_lane_id), false, v_after, 7
            ) as l
        );
        exit when v_page = '{}';
        v_numbers := v_numbers || array(
            select (d.input)::integer
            from unnest(v_page) with ordinality as p (execution_id, place)
            cross join lateral flowfabric.ff_describe_execution(p.execution_id) as d
            order by p.place
        );
        v_after := v_page[cardinality(v_page)];
    end loop;
    return v_numbers;
end;
$listed$;

-- in one statement after the other, while the real clock moves
select count(*) from flowfabric.ff_create_executions('alike', pg_temp.numbers(1, 50));
select count(*) from flowfabric.ff_create_executions('alike', pg_temp.numbers(51, 100));
select count(*) from flowfabric.ff_create_execution('alike', '101');
select is(
    pg_temp.listed('alike'),
    array(select n from generate_series(1, 101) as n),
    'two batches and one execution'
);

select count(*)
from flowfabric.ff_create_executions(
    'keys',
    pg_temp.numbers(1, 100),
    jsonb_build_object(
        'idempotency_key',
        (select jsonb_agg('key ' || md5(n::text)) from generate_series(1, 100) as n)
    )
);
select is(
    pg_temp.listed('keys'), array(select n from generate_series(1, 100) as n), 'a batch under keys'
);

-- while the clock stands still
\ir ../../lib/clock.sql
select count(*) from flowfabric.ff_create_executions('still', pg_temp.numbers(1, 100));
select count(*)
from flowfabric.ff_create_executions(
    'still keys',
    pg_temp.numbers(1, 100),
    jsonb_build_object(
        'priority', (select jsonb_agg(n % 7) from generate_series(1, 100) as n)
    )
);
select is(
    pg_temp.listed('still'), array(select n from generate_series(1, 100) as n),
    'batches of one instant'
);
select is(
    pg_temp.listed('still keys'),
    array(select n from generate_series(1, 100) as n),
    'a batch with options of its own, of the same instant'
);
select * from finish();
rollback;
