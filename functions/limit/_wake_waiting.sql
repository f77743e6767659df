create or replace function _wake_waiting(
    p_limit_id uuid,
    p_limit_key text,
    p_limit_kind ff_limit_kind,
    p_count integer,
    p_is_whole boolean default false,
    p_after_priority integer default null,
    p_after_since timestamptz default null
)
returns integer
language plpgsql
as $_wake_waiting$
declare
    v_now constant timestamptz := _now();
    v_may_wake boolean := false;
    v_keys uuid[];
begin
    -- A session that shares the gate may be refusing an execution that is not visible yet, and an
    -- older snapshot does not show what was refused since. Another release will look for itself.
    -- In all three cases a tick looks again later.
    if current_setting('transaction_isolation') = 'read committed' then
        perform from ff_limit_lock as g
        where g.limit_id = p_limit_id and g.limit_key = p_limit_key
        for no key update skip locked;
        v_may_wake := found;
        if not v_may_wake and not exists (
            select 1
            from ff_limit_lock as g
            where g.limit_id = p_limit_id and g.limit_key = p_limit_key
        ) then
            -- it has no tokens yet: refused executions look again by themselves
            return 0;
        end if;
    end if;
    if not v_may_wake then
        insert into ff_limit_todo (
            limit_id, limit_key, limit_kind, wake_count, after_priority, after_since
        )
        values (
            p_limit_id, p_limit_key, p_limit_kind, p_count, p_after_priority, p_after_since
        );
        return 0;
    elsif p_limit_kind = 'rate' then
        return _move_up(
            p_limit_id, p_limit_key, p_count, p_is_whole, p_after_priority, p_after_since
        );
    end if;
    v_keys := array(
        select e.execution_id
        from ff_admission_wait as w
        inner join ff_exec_core as e
            on e.execution_id = w.execution_id
        where
            w.limit_id = p_limit_id
            and w.limit_key = p_limit_key
            and w.limit_kind = p_limit_kind
            and w.looks_at > v_now
            and (_is_refused(e.state) or _is_active(e.state))
        order by w.priority desc, w.waits_since
        limit p_count
        for no key update of e skip locked
    );
    if v_keys <> '{}' then
        perform _let_look(v_keys, array_fill('-infinity'::timestamptz, array[cardinality(v_keys)]));
    end if;
    return cardinality(v_keys);
end;
$_wake_waiting$;

comment on function _wake_waiting is
'Lets claims look at once at those that are first in the line of a limit; in that of a rate, each when its place comes free. Returns the number of rows.';
