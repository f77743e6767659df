create or replace function _check_joins(p_nodes jsonb)
returns void
language plpgsql
immutable
as $_check_joins$
declare
    r_wrong record;
begin
    select _json_path('nodes', n.key) || '.inputs' as path
    into r_wrong
    from jsonb_each(p_nodes) as n
    where case jsonb_typeof(n.value -> 'inputs')
        when 'object' then exists (
            select 1
            from jsonb_object_keys(n.value -> 'inputs') as k (key)
            where not _is_name(k.key, 'label')
        )
        when 'null' then false
        else n.value ? 'inputs'
    end
    limit 1;
    if found then
        perform _raise_node(r_wrong.path, 'must be a JSON object of names');
    end if;

    select
        _json_path('nodes', n.key) || '.after' || coalesce('.' || f.p_key, '') as path,
        coalesce(
            f.p_fact, 'must be an array of names, or an object with any_of, or of and quorum'
        ) as fact
    into r_wrong
    from (
        select e.key, e.value -> 'after' as after
        from jsonb_each(p_nodes) as e
        where jsonb_typeof(e.value -> 'after') not in ('array', 'null')
        -- most nodes have neither after nor inputs
        offset 0
    ) as n
    cross join lateral _join_fault(n.after) as f
    where f.p_is_wrong
    limit 1;
    if found then
        perform _raise_node(r_wrong.path, r_wrong.fact);
    end if;
end;
$_check_joins$;

comment on function _check_joins is 'Refuses a flow with a node whose after or inputs have a wrong form.';
