create or replace function _losers(p_joins _execution_key[])
returns table (partition_key smallint, execution_id uuid, reason text)
language sql
stable
as $_losers$
    select distinct on (e.execution_id, e.partition_key)
        e.partition_key,
        e.execution_id,
        'sibling_quorum_' || g.state::text
    from unnest(p_joins) as k (partition_key, execution_id)
    inner join ff_edge_group as g
        on g.downstream_id = k.execution_id and g.downstream_partition = k.partition_key
    inner join ff_edge as d
        on d.downstream_id = g.downstream_id and d.downstream_partition = g.downstream_partition
    inner join ff_exec_core as e
        on e.execution_id = d.upstream_id and e.partition_key = d.upstream_partition
    where
        g.policy <> 'all_of'
        and g.on_satisfied = 'cancel_remaining'
        and g.state <> 'pending'
        and d.state < 'satisfied'
        and e.terminal_at is null
        -- it stays when somebody else still waits for it
        and not exists (
            select 1
            from ff_edge as o
            inner join ff_edge_group as og
                on og.downstream_id = o.downstream_id
                and og.downstream_partition = o.downstream_partition
            inner join ff_exec_core as c
                on c.execution_id = o.downstream_id and c.partition_key = o.downstream_partition
            where
                o.upstream_id = e.execution_id
                and o.upstream_partition = e.partition_key
                and o.state < 'satisfied'
                and og.state = 'pending'
                and c.terminal_at is null
        )
$_losers$;

comment on function _losers is
'The upstreams of decided joins that are still on their way and that nobody else waits for, with the reason to cancel them.';
