create or replace function _new_execution_uuid(p_now timestamptz)
returns uuid
language sql
volatile
as $_new_execution_uuid$
    -- version 7: 48 bits of milliseconds, 12 bits of their fraction, the rest random
    select (
        lpad(to_hex(floor(extract(epoch from p_now) * 1000)::bigint), 12, '0')
        || '7'
        || lpad(to_hex((extract(microseconds from p_now)::integer % 1000) * 4096 / 1000), 3, '0')
        || substr(gen_random_uuid()::text, 20)
    )::uuid
$_new_execution_uuid$;

comment on function _new_execution_uuid is 'Mints a uuid that sorts by time.';
