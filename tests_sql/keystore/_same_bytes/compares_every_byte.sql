begin;
select plan(9);

-- given two values; then they are equal if every byte is
select is(flowfabric._same_bytes(c.a, c.b), c.is_same, c.description)
from (
    values
    ('\x'::bytea, '\x'::bytea, true, 'two empty values are equal'),
    ('\x00ff10', '\x00ff10', true, 'equal bytes are equal'),
    ('\x01ff10', '\x00ff10', false, 'another first byte makes them differ'),
    ('\x00fe10', '\x00ff10', false, 'another byte in the middle does'),
    ('\x00ff11', '\x00ff10', false, 'another last byte does'),
    ('\x00ff10', '\x00ff', false, 'one byte more does'),
    ('\x00ff', '\x00ff10', false, 'one byte less does'),
    ('\x', '\x00', false, 'an empty value differs from another'),
    ('\xf0', '\x0f', false, 'values without a common bit differ')
) as c (a, b, is_same, description);

select * from finish();
rollback;
