-- Some fields of the answer of ff_describe_execution, as JSON; null for an unknown execution.
\set QUIET on
create function pg_temp.described(p_execution_id uuid, variadic p_fields text[])
returns jsonb
language sql
as $described$
    select jsonb_object_agg(f.field, to_jsonb(d) -> f.field)
    from flowfabric.ff_describe_execution(p_execution_id) as d
    cross join unnest(p_fields) as f (field)
$described$;
