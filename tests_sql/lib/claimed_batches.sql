-- What batches of claims take, by number and in order. Needs numbered_executions.sql.
\set QUIET on
create function pg_temp.claim_batches(p_count integer, p_limit integer)
returns table (batch integer, numbers integer[])
language plpgsql
as $claim_batches$
begin
    for v_batch in 1..p_count loop
        return query
        select
            v_batch,
            array_agg(pg_temp.number(c.execution_id) order by c.ordinality)
        from flowfabric.ff_claim_batch(
            'lane', 'a', 'a-' || v_batch, p_limit, '{gpu}'
        ) with ordinality as c;
    end loop;
end;
$claim_batches$;
