create or replace function _trim_executions(
    p_job text,
    p_older_than_ms bigint,
    p_limit integer,
    p_most integer,
    p_hidden text[] default '{}'
)
returns ff_trimmed_executions
language plpgsql
as $_trim_executions$
declare
    v_begin constant uuid := '00000000-0000-0000-0000-000000000000'::uuid;
    v_end constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid;
    v_last ff_retention_log;
    v_from uuid;
    v_to uuid;
    v_seen_to uuid;
    v_passes_routes constant boolean := p_job = 'tick';
    v_pass_id uuid;
    v_keys uuid[];
    v_gone uuid[];
    v_has_more boolean;
    -- for the question which flows are kept
    v_stop_at constant timestamptz := _now() + case
        when p_job = 'tick' then _ride_along_time() else interval '1 second'
    end;
begin
    select l.*
    into v_last
    from ff_retention_log as l
    where l.job = p_job
    order by l.retention_id desc
    limit 1;
    v_from := coalesce(v_last.execution_id, v_begin);
    if v_from = v_begin then
        -- before the round looks: later ends are left to the next one
        v_last.began_at := _now();
        v_last.began_at_event := (select s.last_value from ff_event_event_id_seq as s);
        v_last.next_at := 'infinity';
    end if;

    v_to := _nth_execution(v_from, p_most);
    v_has_more := v_to is not null;
    v_keys := _lock_past_retention(
        v_from, coalesce(v_to, v_end), p_older_than_ms, p_limit, p_hidden, v_stop_at
    );
    if cardinality(v_keys) >= p_limit then
        v_has_more := true;
        v_to := v_keys[cardinality(v_keys)];
    end if;
    v_seen_to := coalesce(v_to, v_end);
    v_pass_id := v_last.pass_id;
    if v_passes_routes then
        v_pass_id := _note_passed_routes(v_pass_id, v_from, v_seen_to);
    end if;
    if not v_has_more then
        -- The end of a round. For a call, the rows before its beginning come now, as far as the
        -- limit allows.
        if v_passes_routes then
            v_pass_id := _end_pass(v_pass_id);
        end if;
        v_to := v_begin;
        if v_from > v_begin and p_job = 'call' then
            v_to := _nth_execution(v_begin, p_most);
            if v_to is null or v_to >= v_from then
                v_to := v_from;
            end if;
            v_keys := v_keys || _lock_past_retention(
                v_begin, v_to, p_older_than_ms, p_limit - cardinality(v_keys),
                p_hidden, v_stop_at
            );
        end if;
    end if;
    v_gone := _with_their_rows(v_keys);
    perform _note_uncounted(v_gone);
    perform _delete_executions(v_gone);
    v_last.next_at := least(
        v_last.next_at, _next_retention_at(v_from, v_seen_to, p_older_than_ms)
    );
    insert into ff_retention_log (job, execution_id, began_at, began_at_event, next_at, pass_id)
    values (
        p_job, v_to, v_last.began_at, v_last.began_at_event, v_last.next_at, v_pass_id
    );
    return (
        cardinality(v_gone), v_has_more or cardinality(v_keys) >= p_limit
    )::ff_trimmed_executions;
end;
$_trim_executions$;

comment on function _trim_executions is
'Removes executions that need not be kept any longer: goes on where the last call of the job stopped, and looks at a bounded number of executions.';
