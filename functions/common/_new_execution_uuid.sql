create or replace function _new_execution_uuid(p_now timestamptz)
returns uuid
language sql
volatile
as $_new_execution_uuid$
    -- version 7: 48 bits of milliseconds, the 7, 12 bits of their fraction, the rest random
    select (
        overlay(
            lpad(to_hex((date_part('epoch', p_now) * 4096000)::bigint), 15, '0')
            placing '7' from 13 for 0
        )
        || substr(gen_random_uuid()::text, 20)
    )::uuid
$_new_execution_uuid$;

comment on function _new_execution_uuid is 'Mints a uuid that sorts by time.';
