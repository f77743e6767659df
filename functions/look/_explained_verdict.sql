create or replace function _explained_verdict(p_gates _gate[])
returns _gate
language sql
stable
as $_explained_verdict$
    select (
        'verdict',
        c.first_closed is null,
        coalesce(c.first_closed, 'claimable'),
        jsonb_build_object('closed_gates', c.closed_gates),
        case
            when c.first_closed is null then 'a claim'
            else c.changed_by
        end,
        -- a time only if waiting opens every closed gate
        case when c.closed_count = c.timed_count then c.changes_at end
    )::_gate
    from (
        select
            (array_agg(g.gate order by g.ordinal))[1] as first_closed,
            coalesce(jsonb_agg(g.gate order by g.ordinal), '[]') as closed_gates,
            string_agg(distinct g.changed_by, '; ') as changed_by,
            count(*) as closed_count,
            count(g.changes_at) as timed_count,
            max(g.changes_at) as changes_at
        from unnest(p_gates) with ordinality as g (
            gate, passed, outcome, detail, changed_by, changes_at, ordinal
        )
        where not g.passed and g.gate <> 'position'
    ) as c
$_explained_verdict$;

comment on function _explained_verdict is
'The last row of ff_explain: whether a claim may take the execution, and if not, the obstacle and the change that would remove it.';
