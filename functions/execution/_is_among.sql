create or replace function _is_among(
    p_execution_id uuid,
    p_source _source,
    p_newest_first boolean,
    p_from uuid,
    p_to uuid
)
returns boolean
language sql
immutable
as $_is_among$
    select
        (p_source.ids is null or p_execution_id = any (p_source.ids))
        and p_execution_id between p_source.lowest_id and p_source.highest_id
        and (
            p_from is null
            or case
                when p_newest_first then p_execution_id < p_from else p_execution_id > p_from
            end
        )
        and (
            p_to is null
            or case when p_newest_first then p_execution_id >= p_to else p_execution_id <= p_to end
        )
$_is_among$;

comment on function _is_among is
'Is an execution in a piece of a source: behind p_from, and not behind p_to, in the order of the list? Inlined where it is called.';
