begin;
select plan(2);
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

-- given a cancellation by the holder whose reply was lost, and that an operator replayed the
-- execution since; when it is sent again; then it is answered, and does not touch the replay
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.answer_of(pg_temp.cancel_as_holder(:'handle'));
do $given$ begin perform flowfabric.ff_replay_execution(pg_temp.id(1)); end $given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of(pg_temp.cancel_as_holder(:'handle')),
    null,
    'it is not refused'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

select * from finish();
rollback;
