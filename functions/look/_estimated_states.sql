create or replace function _estimated_states()
returns table (public_state text, execution_count bigint)
language sql
stable
as $_estimated_states$
    select v.public_state::text, round(sum(m.frequency * greatest(t.reltuples, 0)))::bigint
    from pg_class as t
    inner join pg_namespace as n on n.oid = t.relnamespace and n.nspname = 'flowfabric'
    inner join pg_stats as s
        on s.schemaname = 'flowfabric' and s.tablename = t.relname and s.attname = 'state'
    cross join lateral unnest(
        s.most_common_vals::text::text[], s.most_common_freqs
    ) as m (state, frequency)
    inner join ff_state_vector as v on v.state::text = m.state
    where t.relname = 'ff_exec_core'
    group by v.public_state
$_estimated_states$;

comment on function _estimated_states is
'An estimate of the executions in each public state, from the statistics of the last ANALYZE; no row without statistics.';
