-- tests_sql/meta/only_one_function_reads_the_clock.sql
begin;
select plan(5);
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
    '{_now}',
    '_now reads the clock, and no other function'
);
select is(
    (
        select p.prosrc ~ 'select clock_timestamp\(\)' from pg_proc as p
        where p.proname = '_now'
    ),
    true,
    'it reads the clock that moves inside a transaction'
);
select is_empty(
    $$select a.adrelid::regclass, pg_get_expr(a.adbin, a.adrelid)
    from pg_attrdef as a
    inner join pg_class as c on c.oid = a.adrelid
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and pg_get_expr(a.adbin, a.adrelid) ~* '(now|timestamp|timeofday|current_(date|time)|local).*\('$$,
    'no default reads the clock'
);
select is_empty(
    $$select c.conname
    from pg_constraint as c
    where
        c.connamespace = 'flowfabric'::regnamespace
        and pg_get_constraintdef(c.oid) ~* '(now|clock_timestamp)\s*\('$$,
    'no constraint reads the clock'
);
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind = 'v'
        and pg_get_viewdef(c.oid) ~* '\m(now|clock_timestamp|statement_timestamp)\s*\('$$,
    'no view reads the clock'
);
select * from finish();
rollback;
