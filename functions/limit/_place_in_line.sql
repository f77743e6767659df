create or replace function _place_in_line(
    p_execution ff_exec_core,
    p_priority integer,
    p_limit_id uuid,
    p_limit_key text,
    p_limit_kind ff_limit_kind,
    p_now timestamptz
)
returns bigint
language plpgsql
stable
as $_place_in_line$
declare
    -- slots have no more moments than 500
    v_bound constant integer := case p_limit_kind when 'slot' then 500 else 5000 end;
    v_waits_since constant timestamptz := coalesce(
        (
            select w.waits_since
            from ff_admission_wait as w
            where
                w.execution_id = p_execution.execution_id
        ),
        'infinity'
    );
begin
    return 1 + (
        select count(*)
        from (
            (
                select 1
                from ff_admission_wait as w
                where
                    w.limit_id = p_limit_id
                    and w.limit_key = p_limit_key
                    and w.limit_kind = p_limit_kind
                    and w.priority > p_priority
                    -- a row that is due, but that no claim takes, holds back no other
                    and w.looks_at > p_now - _grace()
                limit v_bound
            )
            union all
            (
                select 1
                from ff_admission_wait as w
                where
                    w.limit_id = p_limit_id
                    and w.limit_key = p_limit_key
                    and w.limit_kind = p_limit_kind
                    and w.priority = p_priority
                    and w.waits_since < v_waits_since
                    and w.looks_at > p_now - _grace()
                limit v_bound
            )
        ) as a
    );
end;
$_place_in_line$;

comment on function _place_in_line is
'The place of an execution in the line of a limit, counted from 1, as far as some thousands; of one that is not in the line, the place at the end of its priority.';
