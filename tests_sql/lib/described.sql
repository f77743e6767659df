-- Some fields of what ff_describe_execution answers, as JSON; null when there is no such execution.
\set QUIET on
create function pg_temp.described(p_execution_id uuid, variadic p_fields text[])
returns jsonb
language sql
as $described$
    select jsonb_object_agg(f.field, to_jsonb(d) -> f.field)
    from flowfabric.ff_describe_execution(p_execution_id) as d
    cross join unnest(p_fields) as f (field)
$described$;
