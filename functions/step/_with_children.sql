create or replace function _with_children(
    p_step ff_step,
    p_child_keys text[],
    p_count integer
)
returns ff_step
language plpgsql
stable
as $_with_children$
declare
    v_step ff_step := p_step;
    v_unknown text;
begin
    if p_child_keys is null then
        v_step.total_count := (
            select count(*)::integer
            from ff_step as s
            where s.execution_id = p_step.execution_id and s.kind = 'child'
        );
    else
        v_step.awaited_keys := array(
            select distinct k.step_key from unnest(p_child_keys) as k (step_key)
        );
        v_step.total_count := cardinality(v_step.awaited_keys);
        select k.step_key
        into v_unknown
        from unnest(v_step.awaited_keys) as k (step_key)
        where (_step_of(p_step.execution_id, k.step_key, 'child')).step_key is null
        order by k.step_key collate "C"
        limit 1;
        if found then
            perform _raise_invalid(
                'p_child_keys', format('has "%s", which the execution has not spawned', v_unknown)
            );
        end if;
    end if;
    v_step.awaited_count := coalesce(p_count, v_step.total_count);
    if v_step.awaited_count > v_step.total_count then
        perform _raise_invalid(
            'p_count', format('must be at most %s, the number of children', v_step.total_count)
        );
    end if;
    return v_step;
end;
$_with_children$;

comment on function _with_children is
'A wait with the children that it is for: those that are named, or all; raises when one was not spawned, or too many are to be over.';
