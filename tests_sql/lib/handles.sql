-- Handles that are not what a claim answered.
\set QUIET on
create function pg_temp.replaced(p_handle text, p_place integer, p_part text)
returns text
language sql
as $replaced$
    select array_to_string(h.parts[:p_place - 1] || p_part || h.parts[p_place + 1:], ':')
    from string_to_array(p_handle, ':') as h (parts)
$replaced$;

create function pg_temp.malformed_handles()
returns table (handle text, description text)
language sql
as $malformed_handles$
    with good as (
        select
            'ff1:7:550e8400-e29b-41d4-a716-446655440000:0:1:00000000-0000-4000-8000-000000000001'
            || ':00000000-0000-4000-8000-000000000002:30000' as handle
    )

    select pg_temp.replaced(g.handle, p.place, p.part), p.description
    from good as g
    cross join (
        values
        (1, 'ff2', 'of another version'),
        (1, 'FF1', 'with its version in upper case'),
        (1, '', 'without a version'),
        (2, '', 'without a partition'),
        (2, '256', 'of partition 256'),
        (2, '-1', 'of partition -1'),
        (2, '99999', 'of partition 99999'),
        (3, '', 'without an execution'),
        (3, '550E8400-E29B-41D4-A716-446655440000', 'with a uuid in upper case'),
        (3, '550e8400-e29b-41d4-a716-44665544000', 'with a short uuid'),
        (3, '"550e8400-e29b-41d4-a716-446655440000"', 'with quotes'),
        (4, '', 'without an attempt index'),
        (4, '2147483648', 'with an attempt index out of range'),
        (5, '', 'without an epoch'),
        (5, '9223372036854775808', 'with an epoch out of range'),
        (5, '1e', 'with an epoch that is no number'),
        (5, '+1', 'with a plus sign'),
        (5, E'\uff11', 'with a digit of another script'),
        (6, '', 'without a lease'),
        (6, 'null', 'with a lease called null'),
        (7, '', 'without an attempt'),
        (8, '', 'without a ttl'),
        (8, '0', 'with a ttl of 0'),
        (8, '-30000', 'with a negative ttl'),
        (8, '86400001', 'with a ttl of more than a day'),
        (8, '30000x', 'with a letter behind it'),
        (8, '30000 ', 'with a blank behind it'),
        (8, E'30000\n', 'with a newline behind it'),
        (8, '30000:1', 'with a field too many')
    ) as p (place, part, description)
    union all
    select w.handle, w.description
    from good as g
    cross join lateral (
        values
        ('', 'that is empty'),
        ('ff1:', 'with a version alone'),
        ('{fp:7}:550e8400-e29b-41d4-a716-446655440000', 'that is an execution id'),
        (left(g.handle, -6), 'without its last field'),
        (' ' || g.handle, 'with a blank before it'),
        (replace(g.handle, ':', ','), 'with commas'),
        (repeat(g.handle, 50000), 'of six megabytes')
    ) as w (handle, description)
$malformed_handles$;

-- a good handle with one part of its fence changed
create function pg_temp.tampered_handles(p_handle text)
returns table (handle text, description text)
language sql
as $tampered_handles$
    select pg_temp.replaced(p_handle, p.place, p.part), p.description
    from (
        values
        (4, '77', 'another attempt index'),
        (5, '77', 'a later epoch'),
        (5, '0', 'an earlier epoch'),
        (6, 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'another lease'),
        (7, 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'another attempt')
    ) as p (place, part, description)
$tampered_handles$;
