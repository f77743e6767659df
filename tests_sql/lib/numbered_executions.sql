-- Executions with ids that a test can write down: number 7 is 00000000-0000-7000-8000-...07, and
-- pg_temp.number (clock.sql) returns 7 for it, so that rows and events name executions in one
-- column.
\set QUIET on
create function pg_temp.id(p_number integer)
returns uuid
language sql
as $id$
    select ('00000000-0000-7000-8000-' || lpad(to_hex(p_number), 12, '0'))::uuid
$id$;

create function pg_temp.submit_number(
    p_number integer,
    p_lane_id text default 'lane',
    p_priority integer default 0,
    p_required_capabilities text[] default '{}',
    p_delay_ms bigint default null,
    p_deadline_ms bigint default null,
    p_namespace text default 'default',
    p_tags jsonb default '{}',
    p_policy jsonb default null
)
returns void
language sql
as $submit_number$
    select flowfabric.ff_create_execution(
        p_lane_id,
        '{}',
        p_priority => p_priority,
        p_required_capabilities => p_required_capabilities,
        p_delay_ms => p_delay_ms,
        p_deadline_ms => p_deadline_ms,
        p_namespace => p_namespace,
        p_tags => p_tags,
        p_policy => p_policy,
        p_execution_id => pg_temp.id(p_number)
    )
$submit_number$;
