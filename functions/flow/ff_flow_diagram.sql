create or replace function ff_flow_diagram(p_flow_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_flow_diagram$
declare
    v_now constant timestamptz := _now();
begin
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'read', 'operate');
    return (
        with node as (
            select
                s.execution_id,
                'n' || row_number() over (order by s.execution_id) as name,
                row_number() over (order by s.execution_id) as place,
                -- without characters that Mermaid reads as its own syntax, or a browser as markup
                replace(replace(replace(replace(replace(
                    coalesce(s.node, s.kind), '#', '#35;'), '"', '#quot;'), '<', '#lt;'),
                    '>', '#gt;'), '`', '#96;') as label,
                s.public_state::text as public_state
            from _member_states(p_flow_id, v_now) as s
        ),

        -- looked up, not joined: a plan that expects few members compares each with all others
        name as materialized (
            select jsonb_object_agg(n.execution_id, n.name) as names from node as n
        ),

        line as (
            select
                1 as part,
                n.place,
                format('    %s["%s<br/>%s"]:::%s', n.name, n.label, n.public_state, n.public_state)
                as line
            from node as n
            union all
            select
                2,
                n.place,
                format(
                    '    %s -->%s %s',
                    m.names ->> d.upstream_id::text,
                    _diagram_label(g),
                    n.name
                )
            from node as n
            inner join ff_edge_group as g
                on g.downstream_id = n.execution_id
            inner join ff_edge as d
                on d.downstream_id = n.execution_id
            cross join name as m
        )

        select concat_ws(
            e'\n',
            'flowchart LR',
            string_agg(l.line, e'\n' order by l.part, l.place, l.line),
            '    classDef active fill:#cfe8ff,stroke:#1f6feb,color:#000',
            '    classDef completed fill:#d3f5d8,stroke:#1a7f37,color:#000',
            '    classDef failed fill:#ffd7d5,stroke:#cf222e,color:#000',
            '    classDef expired fill:#ffd7d5,stroke:#cf222e,color:#000',
            '    classDef cancelled fill:#eaeaea,stroke:#6e7781,color:#000',
            '    classDef skipped fill:#eaeaea,stroke:#6e7781,color:#000,stroke-dasharray:4',
            '    classDef suspended fill:#fff1c2,stroke:#9a6700,color:#000'
        )
        from line as l
    );
end;
$ff_flow_diagram$;

comment on function ff_flow_diagram is
$$A flow as a Mermaid diagram, each node with its name and its present state, for pages that render Markdown.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF401 flow_not_found; 22004 for arguments; ZF801 not_authorised in a restricted lane.

Example:
```sql
select flowfabric.ff_flow_diagram('0192f0a0-2222-7222-8222-123456789012');
```
$$;
