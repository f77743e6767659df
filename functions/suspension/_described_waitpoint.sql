create or replace function _described_waitpoint(
    p_waitpoint ff_waitpoint,
    p_execution ff_exec_core,
    p_now timestamptz
)
returns ff_waitpoint_description
language sql
stable
as $_described_waitpoint$
    select (
        p_waitpoint.execution_id,
        p_waitpoint.waitpoint_id,
        p_waitpoint.waitpoint_key,
        case
            when _is_open(p_waitpoint, p_execution, p_now) then p_waitpoint.state::text
            else 'closed'
        end,
        (
            select case
                when coalesce(bool_and(l.leaf ? 'signal'), false)
                    then array_agg(distinct l.leaf ->> 'signal' collate "C")
                else '{}'
            end
            from ff_suspension as s
            cross join lateral _condition_leaves(s.condition) as l (leaf)
            where
                s.suspension_id = p_waitpoint.suspension_id
                and l.leaf -> 'on' ? p_waitpoint.waitpoint_key
        ),
        p_waitpoint.signal_count,
        p_waitpoint.created_at,
        p_waitpoint.activated_at,
        p_waitpoint.expires_at,
        _ms_until(p_waitpoint.expires_at, p_now),
        p_waitpoint.token_kid,
        p_waitpoint.token_fingerprint,
        p_waitpoint.step_key,
        p_waitpoint.title,
        p_waitpoint.detail
    )::ff_waitpoint_description
$_described_waitpoint$;

comment on function _described_waitpoint is 'A waitpoint as ff_list_pending_waitpoints and ff_read_waitpoint return it; closed also when it does not accept signals any more.';
