create or replace function _pass_unclaimed(p_limit integer)
returns integer
language plpgsql
as $_pass_unclaimed$
declare
    v_now constant timestamptz := _now();
    v_count integer := 0;
    r_passed record;
begin
    for r_passed in
        with unclaimed as (
            select e.execution_id, e.route_id
            from ff_admission_wait as w
            inner join ff_exec_core as e
                on e.execution_id = w.execution_id
            where
                w.limit_kind = 'rate'
                and w.looks_at > '-infinity'
                and w.looks_at <= v_now - _grace()
            order by w.looks_at
            limit p_limit
            -- a locked row is being claimed
            for no key update of e skip locked
        ),

        passed as (
            update ff_admission_wait as w
            set looks_at = '-infinity'
            from unclaimed as u
            where
                w.execution_id = u.execution_id
                and w.limit_kind = 'rate'
                and w.looks_at <= v_now - _grace()
            returning w.limit_id, w.limit_key, w.priority, w.waits_since, u.route_id
        )

        select
            p.limit_id,
            p.limit_key,
            p.route_id,
            -- the place from which on all rows behind one of them are found
            max(p.priority) as priority,
            min(p.waits_since) as waits_since,
            count(*)::integer as row_count
        from passed as p
        group by p.limit_id, p.limit_key, p.route_id
    loop
        v_count := v_count + r_passed.row_count;
        -- workers that miss these rows would miss the others of their route, too
        if exists (
            select 1
            from ff_admission_wait as w
            inner join ff_exec_core as e
                on e.execution_id = w.execution_id
            where
                w.limit_id = r_passed.limit_id
                and w.limit_key = r_passed.limit_key
                and w.limit_kind = 'rate'
                and w.looks_at > v_now
                and e.route_id <> r_passed.route_id
        ) then
            insert into ff_limit_todo (
                limit_id, limit_key, limit_kind, after_priority, after_since
            )
            values (
                r_passed.limit_id, r_passed.limit_key, 'rate',
                r_passed.priority, r_passed.waits_since
            );
        end if;
    end loop;
    return v_count;
end;
$_pass_unclaimed$;

comment on function _pass_unclaimed is
'Marks the rows in lines of rates that have been due for longer than _grace says and that no claim has taken, each once; leaves todos to move up those behind them, if some are of other routes. Returns how many it marked.';
