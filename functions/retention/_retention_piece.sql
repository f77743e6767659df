create or replace function _retention_piece()
returns integer
language sql
stable
as $_retention_piece$
    -- a round of ticks, one a second, takes some six hours, in larger tables longer
    select greatest(500, least(2500, c.reltuples::bigint / 20000))::integer
    from pg_class as c
    where c.oid = 'ff_exec_core'::regclass
$_retention_piece$;

comment on function _retention_piece is 'How many executions a tick looks at to find those that need not be kept any longer.';
