-- Calls with explicit ids, built from the ids that a handle contains; needs errors.sql for
-- refusals.
\set QUIET on
-- The fence of a typed call. A handle names no attempt: that of its lease is looked up. Behind a
-- handle a test may write another index and another id: `<handle>:77:` or `<handle>::<uuid>`.
create function pg_temp.fence_of(p_handle text)
returns text[]
language sql
as $fence_of$
    select array[
        h.parts[1],
        coalesce(nullif(h.parts[6], ''), a.attempt_index::text, '0'),
        h.parts[3]::bigint::text,
        h.parts[2],
        coalesce(nullif(h.parts[7], ''), a.attempt_id::text, h.parts[2])
    ]
    from string_to_array(p_handle, ':') as h (parts)
    left join lateral (
        select i.attempt_index, i.attempt_id
        from flowfabric.ff_attempt_item as i
        where i.execution_id = h.parts[1]::uuid
        order by
            i.lease_id = h.parts[2]::uuid desc,
            i.lease_epoch = h.parts[3]::bigint desc,
            i.attempt_index desc
        limit 1
    ) as a on true
$fence_of$;

-- the statement; arguments that are left out are null
create function pg_temp.typed_call(
    p_function text,
    p_handle text,
    p_more text default null,
    p_left_out text[] default '{}'
)
returns text
language sql
as $typed_call$
    select format(
        'select to_jsonb(flowfabric.%I(%s))',
        p_function,
        concat_ws(
            ', ',
            format('p_execution_id => %L', h.parts[1]),
            (
                select string_agg(
                    format(
                        '%I => %L',
                        f.argument,
                        case when f.argument <> all(p_left_out) then h.parts[f.place] end
                    ),
                    ', ' order by f.place
                )
                from (
                    values
                    ('p_attempt_index', 2), ('p_lease_epoch', 3), ('p_lease_id', 4),
                    ('p_attempt_id', 5)
                ) as f (argument, place)
            ),
            nullif(p_more, '')
        )
    )
    from pg_temp.fence_of(p_handle) as h (parts)
$typed_call$;

-- the same for the call that takes no attempt index
create function pg_temp.cancel_as_holder(
    p_handle text,
    p_left_out text[] default '{}',
    p_source text default 'lease_holder'
)
returns text
language sql
as $cancel_as_holder$
    select format(
        'select to_jsonb(flowfabric.ff_cancel_execution(%L, %L, %L, %L, %L, %L))',
        h.parts[1],
        'not needed',
        p_source,
        case when 'p_lease_id' <> all (p_left_out) then h.parts[4] end,
        case when 'p_lease_epoch' <> all (p_left_out) then h.parts[3] end,
        case when 'p_attempt_id' <> all (p_left_out) then h.parts[5] end
    )
    from pg_temp.fence_of(p_handle) as h (parts)
$cancel_as_holder$;

-- the result of a statement with one value
create function pg_temp.answer_of(p_statement text)
returns jsonb
language plpgsql
as $answer_of$
declare
    v_answer jsonb;
begin
    execute p_statement into v_answer;
    return v_answer;
end;
$answer_of$;

-- every way of giving only a part of a fence, or none of it
create function pg_temp.parts_left_out()
returns table (left_out text[])
language sql
as $parts_left_out$
    values
    (array['p_lease_id', 'p_lease_epoch', 'p_attempt_id']),
    (array['p_lease_id']),
    (array['p_lease_epoch']),
    (array['p_attempt_id']),
    (array['p_lease_id', 'p_lease_epoch']),
    (array['p_lease_id', 'p_attempt_id']),
    (array['p_lease_epoch', 'p_attempt_id'])
$parts_left_out$;
