create or replace function _take_limit_todos(
    p_limit integer,
    out p_todos ff_limit_todo[],
    out p_held bigint[]
)
returns record
language plpgsql
as $_take_limit_todos$
begin
    with taken as (
        delete from ff_limit_todo as d
        where d.ctid = any (array(
            select t.ctid
            from ff_limit_todo as t
            order by t.todo_id
            limit p_limit
            for update skip locked
        ))
        returning d.*
    )

    select coalesce(array_agg(t::ff_limit_todo), '{}') into p_todos from taken as t;
    if cardinality(p_todos) < p_limit then
        -- The others are taken by transactions that may stay open for long, after they did a part.
        -- Unless something of the same kind was taken here, the rest is done now: a todo is a hint.
        select p_todos || coalesce(array_agg(h::ff_limit_todo), '{}'), array_agg(h.todo_id)
        into p_todos, p_held
        from (
            select d.*
            from ff_limit_todo as d
            where
                not exists (
                    select 1
                    from unnest(p_todos) as t
                    where
                        (t.kind, t.limit_id, t.limit_key, t.flow_id, t.lane_id)
                        is not distinct from
                        (d.kind, d.limit_id, d.limit_key, d.flow_id, d.lane_id)
                )
            order by d.todo_id
            limit p_limit - cardinality(p_todos)
        ) as h;
    end if;
    p_held := coalesce(p_held, '{}');
end;
$_take_limit_todos$;

comment on function _take_limit_todos is
'Takes todos of limits, and reads those that another session has taken and not committed: their ids are p_held.';
