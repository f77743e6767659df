begin;
select plan(9);

-- given two values; then they are the same if every byte is
select is(flowfabric._same_bytes(c.a, c.b), c.is_same, c.description)
from (
    values
    ('\x'::bytea, '\x'::bytea, true, 'nothing and nothing'),
    ('\x00ff10', '\x00ff10', true, 'the same'),
    ('\x01ff10', '\x00ff10', false, 'another first byte'),
    ('\x00fe10', '\x00ff10', false, 'another one in the middle'),
    ('\x00ff11', '\x00ff10', false, 'another last byte'),
    ('\x00ff10', '\x00ff', false, 'one byte more'),
    ('\x00ff', '\x00ff10', false, 'one byte less'),
    ('\x', '\x00', false, 'nothing and something'),
    ('\xf0', '\x0f', false, 'no bit in common')
) as c (a, b, is_same, description);

select * from finish();
rollback;
