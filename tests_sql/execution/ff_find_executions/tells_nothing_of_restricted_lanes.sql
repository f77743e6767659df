-- tests_sql/execution/ff_find_executions/tells_nothing_of_restricted_lanes.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given executions of a restricted lane, one under a key, one in a flow, one held; a reader
select c.execution_id as hidden_id
from flowfabric.ff_create_execution('vault', p_idempotency_key => 'invoice 1') as c
\gset
select f.flow_id
from flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "vault"}}}') as f
\gset
do $given$ begin
    perform flowfabric.ff_claim('vault', 'w', 'w-1');
    perform flowfabric.ff_grant_lane('vault', 'ff_owner', '{read}');
end $given$;
select pg_temp.login_of('ff_reader') as reader
\gset
create function pg_temp.found_as(p_role text, p_filter text)
returns text
language plpgsql
as $found_as$
declare
    v_page flowfabric.ff_execution_page;
begin
    perform set_config('role', p_role, true);
    v_page := flowfabric.ff_find_executions(p_filter::jsonb);
    perform set_config('role', 'none', true);
    return concat_ws(
        ' ', cardinality(v_page.executions), coalesce(v_page.after::text, 'null'), v_page.is_more
    );
end;
$found_as$;
-- when the reader looks for them; then the result is the same as for what does not exist
select is(pg_temp.found_as(:'reader', f.filter), '0 null f', f.title)
from (
    values
    ('{"idempotency_key": "no key"}', 'a key that does not exist'),
    ('{"idempotency_key": "invoice 1"}', 'a key'),
    (format('{"flow_id": "%s"}', :'flow_id'), 'a flow'),
    ('{"worker_instance_id": "w-1"}', 'a worker'),
    (format('{"execution_ids": ["%s"]}', :'hidden_id'), 'an id'),
    ('{"created_after": "2030-01-01T11:59:59Z"}', 'a time of creation'),
    ('{}', 'everything')
) as f (filter, title);
-- given an execution that the reader may see; then the page says that it has looked that far
select c.execution_id as shown_id
from flowfabric.ff_create_execution('open') as c
\gset
select is(
    pg_temp.found_as(:'reader', '{"kind": "rare"}'), format('0 %s f', :'shown_id'),
    '`after` is the last execution that the reader may see'
);
select is(
    pg_temp.found_as('ff_owner', '{"idempotency_key": "invoice 1"}'),
    format('1 %s f', :'hidden_id'), 'a role with a grant sees them'
);
select * from finish();
rollback;
