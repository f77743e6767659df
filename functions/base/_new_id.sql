create or replace function _new_id(p_now timestamptz, p_partition integer default null)
returns uuid
language sql
volatile
as $_new_id$
    -- version 7: 48 bits of milliseconds, the 7, 12 bits of their fraction, the rest random; the
    -- last byte is the partition
    select overlay(
        case
            when p_partition is null then gen_random_uuid()::text
            else overlay(gen_random_uuid()::text placing lpad(to_hex(p_partition), 2, '0') from 35)
        end
        placing overlay(
            lpad(to_hex((date_part('epoch', p_now) * 4096000)::bigint), 15, '0')
            placing '7' from 13 for 0
        ) from 1 for 19
    )::uuid
$_new_id$;

comment on function _new_id is
'Makes a new id that sorts by time: a UUIDv7. Its last byte is the partition, or random when p_partition is null.';
