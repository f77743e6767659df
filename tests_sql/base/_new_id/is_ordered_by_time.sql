begin;
select plan(5);
-- given instants; when ids are made for them; then
select matches(
    flowfabric._new_id('2030-01-01 12:00:00.123456+00')::text,
    '^01b8dd58-e27b-774[bc]-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    'milliseconds, the version, a fraction in 4096ths, the rest random'
);
select matches(
    flowfabric._new_id('2030-01-01 12:00:00.123999+00')::text,
    '^01b8dd58-e27b-7ffc-',
    'a fraction close to 1 does not become the next millisecond'
);
select matches(
    flowfabric._new_id('2030-01-01 12:00:00.124+00')::text,
    '^01b8dd58-e27c-7000-',
    'a whole millisecond has the fraction 0'
);
select is_empty(
    $$
        select i.n
        from (
            select
                n,
                left(p.id, 18) as prefix,
                lag(left(p.id, 18)) over (order by n) as previous
            from generate_series(0, 5000) as n
            cross join lateral (
                select flowfabric._new_id(
                    '2030-01-01 12:00:00+00'::timestamptz + n * interval '1 microsecond'
                )::text as id
            ) as p
        ) as i
        where
            replace(left(i.prefix, 13), '-', '')
            <> lpad(to_hex(1893499200000 + i.n / 1000), 12, '0')
            or i.prefix collate "C" <= i.previous collate "C"
    $$,
    'ids keep the millisecond exactly and order microseconds within it'
);
select isnt(
    flowfabric._new_id('2030-01-01 12:00:00+00'),
    flowfabric._new_id('2030-01-01 12:00:00+00'),
    'two ids of the same instant differ'
);
select * from finish();
rollback;
