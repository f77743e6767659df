create or replace function _id_at(p_at timestamptz)
returns uuid
language sql
stable
as $_id_at$
    select (
        lpad(to_hex(greatest((date_part('epoch', p_at) * 1000)::bigint, 0)), 12, '0')
        || repeat('0', 20)
    )::uuid
$_id_at$;

comment on function _id_at is 'The lowest id of a millisecond: ids that begin with a later time are higher.';
