create or replace function _next_retention_at(
    p_from uuid,
    p_to uuid,
    p_older_than_ms bigint
)
returns timestamptz
language plpgsql
as $_next_retention_at$
declare
    -- an execution that is kept for longer, or locked, is looked at again
    v_patience constant interval := interval '10 minutes';
    v_now constant timestamptz := _now();
begin
    return coalesce(
        (
            select min(k.due_at)
            from (
                select case
                    when r.ends_at <= v_now then v_now + v_patience else r.ends_at
                end as due_at
                from ff_exec_core as e
                cross join lateral (
                    select _after_ms(
                        e.terminal_at,
                        coalesce((e.policy ->> 'retention_ms')::numeric::bigint, p_older_than_ms)
                    ) as ends_at
                ) as r
                where
                    e.execution_id > p_from
                    and e.execution_id <= p_to
                    and e.terminal_at is not null
            ) as k
        ),
        'infinity'
    );
end;
$_next_retention_at$;

comment on function _next_retention_at is
'When the first of the executions in a range of ids that have ended is to be looked at again.';
