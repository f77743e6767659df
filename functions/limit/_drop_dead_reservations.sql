create or replace function _drop_dead_reservations(p_budget_id uuid, p_now timestamptz)
returns integer
language plpgsql
as $_drop_dead_reservations$
declare
    v_keys uuid[];
    v_attempt_indexes integer[];
    v_row_ids tid[];
begin
    -- Asked of the executions as they are now, under their locks: the snapshot may be older than a
    -- renewal, and one may be under way. The subtransaction gives the locks back: no holder has to
    -- wait for the caller's transaction.
    begin
        select array_agg(d.execution_id), array_agg(d.attempt_index)
        into v_keys, v_attempt_indexes
        from (
            select r.execution_id, r.attempt_index
            from ff_budget_reservation as r
            inner join ff_exec_core as e
                on e.execution_id = r.execution_id
            where
                r.budget_id = p_budget_id
                and _is_abandoned(r.attempt_index, e, p_now)
            for share of e skip locked
        ) as d;
        raise exception 'give the locks back' using errcode = 'raise_exception';
    exception
        when raise_exception then
            null;
    end;
    v_row_ids := array(
        select r.ctid
        from ff_budget_reservation as r
        left join unnest(v_keys, v_attempt_indexes) as k (execution_id, attempt_index)
            on k.execution_id = r.execution_id and k.attempt_index = r.attempt_index
        where
            r.budget_id = p_budget_id
            and (
                k.execution_id is not null
                or not exists (
                    select 1
                    from ff_exec_core as e
                    where e.execution_id = r.execution_id
                )
            )
        for update of r skip locked
    );
    delete from ff_budget_reservation as r where r.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_drop_dead_reservations$;

comment on function _drop_dead_reservations is
'Removes reservations of attempts that have ended, whose worker fell silent, or whose flow was cancelled while they waited. Returns how many.';
