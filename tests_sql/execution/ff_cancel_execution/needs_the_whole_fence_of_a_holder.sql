begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

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
        format('{fp:%s}:%s', h.parts[2], h.parts[3]),
        'not needed',
        p_source,
        case when 'p_lease_id' <> all (p_left_out) then h.parts[6] end,
        case when 'p_lease_epoch' <> all (p_left_out) then h.parts[5] end,
        case when 'p_attempt_id' <> all (p_left_out) then h.parts[7] end
    )
    from string_to_array(p_handle, ':') as h (parts)
$cancel_as_holder$;

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when a holder leaves a part of its fence out, or all of it; then
select throws_ok(
    pg_temp.cancel_as_holder(:'handle', '{p_lease_epoch}'),
    'ZF104',
    'the call needs the lease that it acts for',
    'the fence is required'
);
select
    is(
        (pg_temp.error_of(pg_temp.cancel_as_holder(:'handle', p.left_out)) -> 'detail') - 'missing',
        '{
            "symbol": "fence_required",
            "execution_id": "{fp:1}:00000000-0000-4000-8000-000000000001"
        }',
        'without ' || array_to_string(p.left_out, ', ')
    )
from pg_temp.parts_left_out() as p;
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
