-- tests_sql/lease/ff_complete/refuses_a_handle_with_one_digit_changed.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql

-- given the handle of a live lease, and another live lease
select pg_temp.lease() as handle
\gset
select pg_temp.lease('b') as other
\gset
select pg_temp.stored() as before
\gset
-- when each digit in turn is replaced by another
create temporary table changed as
select
    p.place,
    overlay(
        :'handle'
        placing translate(
            substr(:'handle', p.place, 1), '0123456789abcdef', '123456789abcdef0'
        )
        from p.place for 1
    ) as handle
from generate_series(1, 119) as p (place)
where substr(:'handle', p.place, 1) ~ '[0-9a-f]';

-- and a call is made with such a handle; then
select
    results_eq(
        format(
            $$
                select distinct pg_temp.refusal(format(%L, c.handle))
                from changed as c
            $$,
            s.call
        ),
        $$values ('22023 p_handle')$$,
        s.call
    )
from (
    values
    ('select flowfabric.ff_complete(%L)'),
    ('select flowfabric.ff_fail(%L, ''broken'')'),
    ('select flowfabric.ff_renew(%L)'),
    ('select flowfabric.ff_assert_lease(%L)')
) as s (call);
select results_eq(
    $$
        select distinct i.outcome, i.error_code
        from flowfabric.ff_complete_batch(array(select c.handle from changed as c)) as i
    $$,
    $$values ('invalid', '22023')$$,
    'the handle in a batch'
);
-- when the handle is shortened, or two handles are cut and joined; then
select results_eq(
    format(
        $$
            select distinct pg_temp.refusal(format('select flowfabric.ff_complete(%%L)', s.handle))
            from (
                select left(%1$L, n) as handle from generate_series(0, 118) as n
                union all
                select left(%1$L, n) || substr(%2$L, n + 1)
                from generate_series(1, 118) as n
                -- the time in front of both ids is the same: a cut inside it changes nothing
                where left(%1$L, n) || substr(%2$L, n + 1) not in (%1$L, %2$L)
            ) as s
        $$,
        :'handle',
        :'other'
    ),
    $$values ('22023 p_handle')$$,
    'a handle that was cut, or joined from two, is refused'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (select c.public_state from flowfabric.ff_complete(:'handle') as c), 'completed',
    'the handle itself is accepted'
);
select * from finish();
rollback;
