create or replace function _gate_holders(
    p_gate regclass,
    out p_holders text[],
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
        coalesce(array_agg(distinct i.transaction_id), '{}'),
        coalesce(array_agg(distinct i.transaction_id) filter (where g.pid is null), '{}')
    into p_holders, p_prepared
    from (
        -- the locks that count as a gate
        values
        ('ff_gate_h'::regclass, 'ff_gate_h'::regclass, 'RowShareLock'),
        -- of an insert into the view
        ('ff_gate_h', 'ff_new_execution', 'RowExclusiveLock'),
        ('ff_head', 'ff_head', 'RowShareLock'),
        -- of an insert: all tables whose event_id is drawn from the sequence of events
        ('ff_event', 'ff_event_0', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_1', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_2', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_3', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_4', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_5', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_6', 'RowExclusiveLock'),
        ('ff_event', 'ff_event_7', 'RowExclusiveLock')
    ) as o (gate, relation, mode)
    inner join lock as g
        on g.locktype = 'relation'
        and g.relation = o.relation
        and g.mode = o.mode
        and g.database = v_database_oid
    inner join identity as i on i.virtualtransaction = g.virtualtransaction
    where o.gate = p_gate;
end;
$_gate_holders$;

comment on function _gate_holders is
'The transactions that hold a gate now (ff_gate_h; ff_head: advances of heads; ff_event: writers of events): their ids, which stay the same when they are prepared and when the server is restarted. A holder without an id is left out: it has not read the mark of the clock yet, nor drawn the id of an event. p_prepared: the prepared ones among them.';
