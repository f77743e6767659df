create or replace function _filter_keys(out p_key text, out p_form text)
returns setof record
language sql
immutable
as $_filter_keys$
    -- the table of keys: each has a field of _execution_filter and a condition in _matches
    values
    ('lane_id', 'lane'),
    ('kind', 'label'),
    ('namespace', 'label'),
    ('public_state', 'states'),
    ('tags', 'tags'),
    ('flow_id', 'uuid'),
    ('idempotency_key', 'key'),
    ('worker_instance_id', 'worker'),
    ('created_after', 'instant'),
    ('created_before', 'instant'),
    ('failure_category', 'label'),
    ('execution_ids', 'uuids')
$_filter_keys$;

comment on function _filter_keys is
'The keys of a filter of executions, and the form of their values (see _parse_filter_value).';
