-- What ff_explain says, in short. Needs clock.sql.
\set QUIET on
-- one gate: 'open', or 'closed', its outcome, and in how many milliseconds that changes
create function pg_temp.gate(
    p_execution_id uuid, p_gate text, p_capabilities text[] default null
)
returns text
language sql
as $gate$
    select concat_ws(
        ' ', case when g.passed then 'open' else 'closed' end, g.outcome, g.changes_in_ms::text
    )
    from flowfabric.ff_explain(p_execution_id, p_capabilities) as g
    where g.gate = p_gate
$gate$;

create function pg_temp.gate_detail(
    p_execution_id uuid, p_gate text, p_capabilities text[] default null
)
returns jsonb
language sql
as $gate_detail$
    select g.detail
    from flowfabric.ff_explain(p_execution_id, p_capabilities) as g
    where g.gate = p_gate
$gate_detail$;

-- all gates that are closed, in order: 'lane, time'; the position is not a gate
create function pg_temp.closed_gates(p_execution_id uuid, p_capabilities text[] default null)
returns text
language sql
as $closed_gates$
    select coalesce(string_agg(g.gate, ', ' order by g.ordinal), 'none')
    from flowfabric.ff_explain(p_execution_id, p_capabilities) as g
    where not g.passed and g.gate not in ('verdict', 'position')
$closed_gates$;
