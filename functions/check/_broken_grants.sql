create or replace function _broken_grants(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_grants$
    select
        i.invariant,
        g.execution_id,
        jsonb_build_object(
            'kind', g.kind,
            'expires_at', g.expires_at,
            'grant_epoch', g.lease_epoch,
            'state', e.state,
            'claimable_at', e.claimable_at,
            'lease_epoch', e.lease_epoch
        )
    from (
        select o.ctid as row_id
        from ff_claim_grant as o
        order by o.execution_id desc
        limit p_bound
    ) as n
    inner join ff_claim_grant as g on g.ctid = n.row_id
    left join ff_exec_core as e
        on e.execution_id = g.execution_id
    -- a grant that lapsed, or whose time has passed, has no effect any more
    cross join lateral (
        select _still_reserves(g, e) and g.expires_at > _now() as is_live
    ) as l
    cross join lateral (
        values
        ('a grant belongs to an execution', e.execution_id is not null),
        ('a grant is not of a later epoch', g.lease_epoch <= e.lease_epoch),
        ('a grant lives a minute at most', g.expires_at <= g.issued_at + interval '1 minute'),
        (
            'a live grant reserves its execution',
            not l.is_live or coalesce(e.claimable_at >= g.expires_at, false)
        ),
        (
            'a live grant fits the state of its execution',
            not l.is_live
            or case g.kind
                when 'claim' then e.state in ('waiting_first', 'waiting_retry', 'waiting_replay')
                when 'resume' then e.state = 'waiting_resume'
                else e.state in ('lapsed', 'revoked')
                or (e.state = 'active' and e.lease_expires_at <= g.issued_at)
            end
        ),
        (
            'one grant on an execution is live',
            not l.is_live
            or not exists (
                select 1
                from ff_claim_grant as o
                where
                    o.execution_id = g.execution_id
                    and o.lease_epoch = g.lease_epoch
                    and o.expires_at > _now()
                    and o.ctid <> g.ctid
            )
        )
    ) as i (invariant, holds)
    -- null: there is no execution, which the first check reports
    where not i.holds
$_broken_grants$;

comment on function _broken_grants is
'Part of ff_check: grants that no worker could redeem, or whose execution another worker could claim.';
