-- How many rows of the tables a query looks at.
\set QUIET on
create function pg_temp.fetched()
returns numeric
language sql
as $fetched$
    select sum(coalesce(t.idx_tup_fetch, 0) + t.seq_tup_read)
    from pg_stat_xact_user_tables as t
    where t.schemaname = 'flowfabric'
$fetched$;

create function pg_temp.cost_of(p_query text)
returns numeric
language plpgsql
as $cost_of$
declare
    v_before constant numeric := pg_temp.fetched();
begin
    execute p_query;
    return pg_temp.fetched() - v_before;
end;
$cost_of$;
