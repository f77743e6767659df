-- tests_sql/meta/only_one_function_reads_the_clock.sql
begin;
select plan(6);
-- given the source of every function, default, constraint and view; then
select is(
    (
        select array_agg(p.proname::text order by p.proname)
        from pg_proc as p
        where
            p.pronamespace = 'flowfabric'::regnamespace
            and regexp_replace(p.prosrc, '--[^\n]*', '', 'g') ~* (
                '(\m(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\()'
                || '|\m(current_timestamp|current_time|current_date|localtimestamp|localtime)\M'
                || '|''(now|today|tomorrow|yesterday)'''
            )
    ),
    '{_now,_tick_period}',
    '_now reads the clock, and no other function but one that is explained'
);
select is(
    (
        select
            array_agg(m.clock[1] order by m.clock[1]) = '{statement,transaction}'
            and p.prosrc ~ 'statement_timestamp\(\) - transaction_timestamp\(\) <'
        from pg_proc as p
        cross join
            lateral regexp_matches(
                regexp_replace(p.prosrc, '--[^\n]*', '', 'g'),
                '(now|clock|statement|transaction)(?:_timestamp)?\s*\(', 'g'
            ) as m (clock)
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname = '_tick_period'
        group by p.oid
    ),
    true,
    '_tick_period does not ask how late it is, only whether the call is alone in its transaction:'
    || ' the two instants are compared with each other and never answered'
);
select is(
    (
        select p.prosrc ~ 'select clock_timestamp\(\)' from pg_proc as p
        where p.proname = '_now'
    ),
    true,
    'it reads the one that goes on inside a transaction'
);
select is_empty(
    $$select a.adrelid::regclass, pg_get_expr(a.adbin, a.adrelid)
    from pg_attrdef as a
    inner join pg_class as c on c.oid = a.adrelid
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and pg_get_expr(a.adbin, a.adrelid) ~* '(now|timestamp|timeofday|current_|local).*\('$$,
    'no default does'
);
select is_empty(
    $$select c.conname
    from pg_constraint as c
    where
        c.connamespace = 'flowfabric'::regnamespace
        and pg_get_constraintdef(c.oid) ~* '(now|clock_timestamp)\s*\('$$,
    'no constraint does'
);
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind = 'v'
        and pg_get_viewdef(c.oid) ~* '\m(now|clock_timestamp|statement_timestamp)\s*\('$$,
    'no view does'
);
select * from finish();
rollback;
