-- tests_sql/meta/functions_have_the_required_attributes.sql
begin;
select plan(10);
-- given all functions; then
select is_empty(
    $$select p.oid::regprocedure, p.prosecdef, p.proconfig
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and (p.proname ~ '^ff_' or p.prorettype = 'trigger'::regtype)
        and not (
            p.prosecdef and coalesce('search_path=flowfabric, pg_temp' = any(p.proconfig), false)
        )$$,
    'every public function, and every trigger, is SECURITY DEFINER with a fixed search_path'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^_'
        and p.prorettype <> 'trigger'::regtype
        and (
            p.prosecdef
            -- functions that keep their plan are in plpgsql, and not inlined
            or coalesce(p.proconfig, '{}')
            -- functions that replace what all writers use must not wait for long
            not in (
                '{}', '{plan_cache_mode=force_generic_plan}', '{enable_sort=off}',
                '{lock_timeout=20ms}',
                -- a look for executions is planned for each filter
                '{enable_seqscan=off,enable_bitmapscan=off,enable_sort=off,jit=off,plan_cache_mode=force_custom_plan}'
            )
        )$$,
    'internal functions are not: they run as their caller, and can be inlined'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    where p.pronamespace = 'flowfabric'::regnamespace and p.proname !~ '^(ff_|_)'$$,
    'there are no procedures, aggregates or window functions'
);
select is_empty(
    $$select p.proname, count(*)
    from pg_proc as p
    where p.pronamespace = 'flowfabric'::regnamespace
    group by p.proname
    having count(*) > 1$$,
    'no function is overloaded'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    where p.pronamespace = 'flowfabric'::regnamespace and p.proisstrict$$,
    'no function is strict: a null is refused, or has a meaning'
);
select is_empty(
    $$select p.oid::regprocedure, l.lanname
    from pg_proc as p
    inner join pg_language as l on l.oid = p.prolang
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and (l.lanname not in ('sql', 'plpgsql') or p.prokind <> 'f')$$,
    'all functions are in sql or plpgsql'
);
select is_empty(
    $$select p.oid::regprocedure, a.name
    from pg_proc as p
    cross join lateral unnest(p.proargnames, p.proargmodes) as a (name, mode)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and coalesce(a.mode, 'i') <> 't'
        and a.name !~ '^p_'$$,
    'every argument has a name that begins with p_'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and cardinality(coalesce(p.proargnames, '{}')) < p.pronargs$$,
    'no argument is without a name'
);
select is_empty(
    $$select p.oid::regprocedure, a.name
    from pg_proc as p
    cross join lateral unnest(p.proargnames) as a (name)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and a.name ~ '^p_(now|.*_now|now_.*)$'$$,
    'no argument of a client is the present time'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname in (
            'ff_create_execution', 'ff_create_executions', 'ff_claim', 'ff_claim_batch',
            'ff_next_due_in_ms', 'ff_renew', 'ff_renew_batch', 'ff_assert_lease', 'ff_progress',
            'ff_complete', 'ff_complete_batch', 'ff_fail', 'ff_delay', 'ff_renew_lease',
            'ff_update_progress', 'ff_complete_execution', 'ff_fail_execution',
            'ff_delay_execution', 'ff_cancel_execution', 'ff_replay_execution',
            'ff_change_priority', 'ff_reschedule_execution', 'ff_cancel_executions',
            'ff_replay_executions', 'ff_reschedule_executions', 'ff_change_priorities',
            'ff_revoke_lease', 'ff_list_expired_leases',
            'ff_set_execution_tag', 'ff_tick'
        )
        and not (p.proconfig @> '{enable_seqscan=off,jit=off}')$$,
    'plans of the hot functions do not flip'
);
select * from finish();
rollback;
