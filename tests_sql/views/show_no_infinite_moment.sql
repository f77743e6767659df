begin;
select plan(2);
\ir ../lib/clock.sql
\ir ../lib/leased_execution.sql
-- given an installation without a claim head, and a process that never sent a heartbeat
do $given$ begin
    perform flowfabric.ff_create_execution('lane');
    perform flowfabric.ff_register_worker('worker', 'worker-1', '{lane}', '{}');
end $given$;
create function pg_temp.infinite_columns()
returns setof text
language plpgsql
as $infinite_columns$
declare
    v_is_infinite boolean;
    r_column record;
begin
    for r_column in
        select a.attrelid::regclass as view_name, a.attname
        from pg_class as c
        inner join pg_attribute as a on a.attrelid = c.oid
        where
            c.relnamespace = 'flowfabric'::regnamespace
            and c.relkind = 'v'
            and a.atttypid = 'timestamptz'::regtype
        order by c.relname, a.attname
    loop
        execute format(
            'select exists (select 1 from %s as v where not isfinite(v.%I))',
            r_column.view_name, r_column.attname
        ) into v_is_infinite;
        if v_is_infinite then
            return next format('%s.%s', r_column.view_name, r_column.attname);
        end if;
    end loop;
end;
$infinite_columns$;
-- when a client reads the views; then
select is_empty(
    'select pg_temp.infinite_columns()', 'no view shows a moment that clients cannot read'
);
select is(
    (
        select (w.due_count, w.head_at)::text
        from flowfabric.ff_due_work as w
        where w.lane_id = 'lane'
    ),
    '(1,)',
    'a route without a head shows its due work'
);

select * from finish();
rollback;
