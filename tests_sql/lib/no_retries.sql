-- A failure ends the execution where neither it nor its lane has a retry policy: the tests that
-- include this are about other things than the default retries.
\set QUIET on
create or replace function flowfabric._retry_policy_of(p_policy jsonb)
returns jsonb
language sql
immutable
as $_retry_policy_of$
    select coalesce(nullif(p_policy -> 'retry_policy', 'null'), '{}')
$_retry_policy_of$;
