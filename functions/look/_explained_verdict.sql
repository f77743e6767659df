create or replace function _explained_verdict(p_gates _gate[], p_deadline_at timestamptz)
returns _gate
language sql
stable
as $_explained_verdict$
    select (
        'verdict',
        c.first_closed is null,
        coalesce(c.first_closed, 'claimable'),
        jsonb_strip_nulls(jsonb_build_object(
            'closed_gates', c.closed_gates,
            'expires_at', case when e.is_ended_first then p_deadline_at end
        )),
        concat_ws(
            ', or ',
            coalesce(c.changed_by, 'a claim'),
            case when e.is_ended_first then 'its deadline, which ends it as expired' end
        ),
        case when e.is_ended_first then p_deadline_at else c.opens_at end
    )::_gate
    from (
        select
            (array_agg(g.gate order by g.ordinal))[1] as first_closed,
            coalesce(jsonb_agg(g.gate order by g.ordinal), '[]') as closed_gates,
            string_agg(distinct g.changed_by, '; ') as changed_by,
            -- a time only if waiting opens every closed gate
            case when count(*) = count(g.changes_at) then max(g.changes_at) end as opens_at
        from unnest(p_gates) with ordinality as g (
            gate, passed, outcome, detail, changed_by, changes_at, ordinal
        )
        where not g.passed and g.gate <> 'position'
    ) as c
    cross join lateral (
        select
            p_deadline_at is not null
            and coalesce(c.opens_at >= p_deadline_at, true) as is_ended_first
    ) as e
$_explained_verdict$;

comment on function _explained_verdict is
'The last row of ff_explain: whether a claim may take the execution, and if not, the obstacle and the change that would remove it; and whether its deadline, p_deadline_at, comes before that. A deadline that has passed is a closed gate: p_deadline_at is null then.';
