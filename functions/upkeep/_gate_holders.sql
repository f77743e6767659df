create or replace function _gate_holders(
    p_gate regclass,
    out p_holders text[],
    out p_virtual text[],
    out p_prepared text[]
)
language plpgsql
volatile
as $_gate_holders$
declare
    v_database_oid constant oid := (
        select d.oid from pg_database as d where d.datname = current_database()
    );
begin
    -- read once: two readings may contradict each other
    with lock as materialized (
        select
            l.locktype, l.relation, l.database, l.mode, l.pid, l.virtualtransaction, l.transactionid
        from pg_locks as l
        where l.locktype in ('relation', 'transactionid')
    ),

    -- every transaction holds its own id; the oldest one is never that of a savepoint
    identity as (
        select distinct on (l.virtualtransaction)
            l.virtualtransaction,
            l.transactionid::text as transaction_id
        from lock as l
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'
        order by l.virtualtransaction, age(l.transactionid) desc
    )

    select
        coalesce(array_agg(i.transaction_id) filter (where i.transaction_id is not null), '{}'),
        coalesce(array_agg(g.virtualtransaction), '{}'),
        coalesce(array_agg(i.transaction_id) filter (where g.pid is null), '{}')
    into p_holders, p_virtual, p_prepared
    from lock as g
    left join identity as i on i.virtualtransaction = g.virtualtransaction
    where
        g.locktype = 'relation'
        and g.relation = p_gate
        and g.mode = 'RowShareLock'
        and g.database = v_database_oid;
end;
$_gate_holders$;

comment on function _gate_holders is
'The transactions that hold a gate now. p_holders: their ids, which stay the same when they are prepared and when the server is restarted. p_virtual: their virtual ids, which they have before they have an id, but not after a restart. p_prepared: the ids of the prepared ones.';
