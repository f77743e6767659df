begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

create function pg_temp.row_count(p_table name)
returns bigint
language plpgsql
as $row_count$
declare
    v_count bigint;
begin
    execute format('select count(*) from flowfabric.%I', p_table) into v_count;
    return v_count;
end;
$row_count$;

-- given an execution with rows in every table
do $given$
declare
    v_handle text;
begin
    perform flowfabric.ff_create_execution(
        'lane', '{}', p_execution_id => pg_temp.id(1), p_idempotency_key => 'key',
        p_policy => '{"dedup_window_ms": 1, "retry_policy": {"max_retries": 3,
            "backoff": {"type": "fixed", "delay_ms": 0}}}'
    );
    v_handle := pg_temp.claim();
    perform flowfabric.ff_append_frame(v_handle, p_text => 'a');
    perform flowfabric.ff_append_frame(v_handle, p_json => '{}', p_mode => 'summary');
    perform flowfabric.ff_await_frames(pg_temp.id(1), 'end', 1);
    perform flowfabric.ff_fail(v_handle, 'broken');
    v_handle := pg_temp.claim();
    perform flowfabric.ff_create_waitpoint(v_handle, 'review', 1000);
    perform flowfabric.ff_revoke_lease(pg_temp.id(1));
    v_handle := pg_temp.claim();
    perform flowfabric.ff_complete(v_handle);
    perform pg_temp.advance('1 s');
end;
$given$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 1, 'when it is removed');
-- then no table names it any more, except those of the events
select is_empty(
    $$select c.relname
    from pg_attribute as a
    inner join pg_class as c on c.oid = a.attrelid
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind = 'r'
        and a.attname in ('execution_id', 'downstream_id')
        and c.relname !~ '^ff_event_[0-7]$'
        -- its submission is counted later
        and c.relname not in (
            'ff_retention_log', 'ff_debt', 'ff_flow_todo', 'ff_late_submission'
        )
        and pg_temp.row_count(c.relname) <> 0$$,
    'all its rows are removed'
);

select * from finish();
rollback;
