create or replace function _record_rotation(p_kid text, p_previous_kid text, p_now timestamptz)
returns void
language sql
as $_record_rotation$
    lock table ff_gate_e in row share mode;
    insert into ff_event (kind, occurred_at, details)
    values (
        'key_rotated',
        p_now,
        _audit(null, null) || jsonb_build_object('kid', p_kid, 'previous_kid', p_previous_kid)
    )
$_record_rotation$;

comment on function _record_rotation is 'Writes down who made which key the active one.';
