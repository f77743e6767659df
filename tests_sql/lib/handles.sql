-- Texts that are not handles of a claim.
\set QUIET on
-- another handle with one part changed, and the check digits that belong to it
create function pg_temp.replaced(p_handle text, p_part text, p_value text)
returns text
language sql
as $replaced$
    select flowfabric._format_handle(
        (case p_part when 'execution' then p_value else h.parts[1] end)::uuid,
        (case p_part when 'lease' then p_value else h.parts[2] end)::uuid,
        (case p_part when 'epoch' then p_value else h.parts[3] end)::bigint,
        (case p_part when 'ttl' then p_value else h.parts[4] end)::bigint
    )
    from string_to_array(p_handle, ':') as h (parts)
$replaced$;

create function pg_temp.malformed_handles()
returns table (handle text, description text)
language sql
as $malformed_handles$
    with good as (
        select
            flowfabric._format_handle(
                '550e8400-e29b-41d4-a716-446655440000', '5a1c6e1e-0000-4000-8000-00000000000a',
                3, 30000
            ) as handle
    )

    select
        overlay(g.handle placing p.part from p.first_at for length(p.part)), p.description
    from good as g
    cross join (
        values
        (1, '450e8400', 'of another execution'),
        (1, '550E8400', 'with the execution in upper case'),
        (1, '55 e8400', 'with a blank in the execution'),
        (9, 'e29b-', 'with the hyphens of the execution elsewhere'),
        (37, '.', 'with a full stop behind the execution'),
        (38, '6a1c6e1e', 'of another lease'),
        (38, '5A1C6E1E', 'with the lease in upper case'),
        (73, 'b', 'with another last digit of the lease'),
        (74, ' ', 'with a blank behind the lease'),
        (75, '0000000000000000004', 'of another epoch'),
        (75, '                  3', 'with an epoch after blanks'),
        (75, '+000000000000000003', 'with a plus sign'),
        (75, '-000000000000000003', 'with a negative epoch'),
        (75, '9999999999999999999', 'with an epoch out of range'),
        (75, '000000000000000000x', 'with a letter in the epoch'),
        (93, E'\uff13', 'with a digit of another script'),
        (95, '00030001', 'with another ttl'),
        (95, '86400001', 'with a ttl of more than a day'),
        (95, '-0030000', 'with a negative ttl'),
        (95, '3e000000', 'with a letter in the ttl'),
        (103, '-', 'with a hyphen before its check digits'),
        (104, '0000000000000000', 'with no check digits'),
        (104, 'gggggggggggggggg', 'with letters past f as check digits')
    ) as p (first_at, part, description)
    union all
    select w.handle, w.description
    from good as g
    cross join lateral (
        values
        ('', 'that is empty'),
        ('ff1:', 'with a version alone'),
        ('550e8400-e29b-41d4-a716-446655440000', 'that is an execution id'),
        (left(g.handle, -4), 'that is four digits short'),
        (left(g.handle, -17), 'without its check digits'),
        (substr(g.handle, 2), 'without its first digit'),
        (g.handle || '0', 'with a digit behind it'),
        (g.handle || E'\n', 'with a newline behind it'),
        (' ' || left(g.handle, -1), 'with a blank before it'),
        (upper(g.handle), 'in upper case'),
        (pg_temp.replaced(g.handle, 'ttl', '0'), 'with a ttl of 0'),
        (replace(g.handle, ':', ','), 'with commas'),
        (repeat(g.handle, 50000), 'of six megabytes')
    ) as w (handle, description)
$malformed_handles$;

-- a good handle with one part of its fence changed
create function pg_temp.tampered_handles(p_handle text)
returns table (handle text, description text)
language sql
as $tampered_handles$
    select pg_temp.replaced(p_handle, p.part, p.part_value), p.description
    from (
        values
        ('epoch', '77', 'a later epoch'),
        ('epoch', '0', 'an earlier epoch'),
        ('lease', 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'another lease'),
        ('lease', '00000000-0000-0000-0000-000000000000', 'the nil lease'),
        -- the last digit of the lease is another one
        (
            'lease',
            left(split_part(p_handle, ':', 2), 35)
            || translate(
                right(split_part(p_handle, ':', 2), 1), '0123456789abcdef', '123456789abcdef0'
            ),
            'a lease that differs in one digit'
        )
    ) as p (part, part_value, description)
$tampered_handles$;

-- a good handle with one part of the fence of a typed call changed
create function pg_temp.tampered_fences(p_handle text)
returns table (handle text, description text)
language sql
as $tampered_fences$
    select t.handle, t.description
    from pg_temp.tampered_handles(p_handle) as t
    where t.description in ('a later epoch', 'an earlier epoch', 'another lease')
    union all
    values
    (p_handle || ':77:', 'another attempt index'),
    (p_handle || '::ffffffff-ffff-4fff-bfff-ffffffffffff', 'another attempt')
$tampered_fences$;
