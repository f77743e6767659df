begin;
select plan(5);

-- given keys and messages of which the code is known: RFC 4231 and the one of the model; then
create function pg_temp.hmac(p_secret bytea, p_message text)
returns text
language sql
as $hmac$
    select encode(
        flowfabric._hmac(flowfabric._hmac_pad(p_secret, 54), flowfabric._hmac_pad(p_secret, 92), p_message),
        'hex'
    )
$hmac$;

select is(pg_temp.hmac(v.secret, v.message), v.code, v.description)
from (
    values
    (
        '\x73'::bytea,
        'k1:msg',
        'a6febdceda7b21f4aabacb9b3605e85e44469c50c845df1fbc0a47d549014b97',
        'a secret of one byte'
    ),
    (
        decode(repeat('0b', 20), 'hex'),
        'Hi There',
        'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
        'RFC 4231, case 1'
    ),
    (
        'Jefe',
        'what do ya want for nothing?',
        '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        'RFC 4231, case 2'
    ),
    (
        decode(repeat('aa', 131), 'hex'),
        'Test Using Larger Than Block-Size Key - Hash Key First',
        '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
        'RFC 4231, case 6: a secret longer than a block'
    ),
    (
        decode(repeat('aa', 131), 'hex'),
        'This is a test using a larger than block-size key and a larger than block-size data. '
        || 'The key needs to be hashed before being used by the HMAC algorithm.',
        '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
        'RFC 4231, case 7: and a message longer than a block'
    )
) as v (secret, message, code, description);

select * from finish();
rollback;
