create or replace function _places_behind(
    p_priority integer,
    p_refusal _refusal,
    p_row_ids tid[],
    p_now timestamptz
)
returns bigint[]
language plpgsql
stable
as $_places_behind$
declare
    v_bound constant integer := 5000;
begin
    return array(
        with line as (
            select
                e.execution_id,
                p_priority as priority,
                -- as in _place_in_line: a newcomer goes to the end, and an execution that another
                -- limit refused before keeps its rank
                coalesce(w.waits_since, 'infinity') as waits_since,
                i.item
            from unnest(p_row_ids) with ordinality as i (row_id, item)
            inner join ff_exec_core as e on e.ctid = i.row_id
            left join ff_admission_wait as w
                on w.execution_id = e.execution_id
            union all
            (
                select w.execution_id, w.priority, w.waits_since, null
                from ff_admission_wait as w
                where
                    w.limit_id = p_refusal.limit_id
                    and w.limit_key = p_refusal.limit_key
                    and w.limit_kind = 'rate'
                    and w.priority >= p_priority
                    and w.looks_at > p_now - _grace()
                order by w.priority desc, w.waits_since
                limit v_bound
            )
        ),

        merged as (
            select
                max(l.priority) as priority,
                min(l.waits_since) as waits_since,
                max(l.item) as item
            from line as l
            group by l.execution_id
        ),

        numbered as (
            select
                m.item,
                row_number() over (
                    order by m.priority desc, m.waits_since, m.item nulls first
                ) as place
            from merged as m
        )

        select n.place from numbered as n where n.item is not null order by n.item
    );
end;
$_places_behind$;

comment on function _places_behind is
'The places in the line of a rate of rows that are put off together with one that it refused and that is in the line already. They are those that their ranks will give them.';
