create or replace function _check_joins(p_nodes jsonb)
returns void
language plpgsql
immutable
as $_check_joins$
declare
    r_wrong record;
begin
    select
        _json_path('nodes', n.key) || case
            when i.is_wrong then '.inputs'
            else '.after' || coalesce('.' || f.p_key, '')
        end as path,
        case
            when i.is_wrong then 'must be a JSON object of names'
            else coalesce(
                f.p_fact, 'must be an array of names, or an object with any_of, or of and quorum'
            )
        end as fact
    into r_wrong
    from jsonb_each(p_nodes) as n
    cross join lateral (
        select
            case jsonb_typeof(n.value -> 'inputs')
                when 'object' then exists (
                    select 1
                    from jsonb_object_keys(n.value -> 'inputs') as k (key)
                    where not _is_label(k.key)
                )
                when 'null' then false
                else n.value ? 'inputs'
            end as is_wrong
    ) as i
    left join lateral _join_fault(n.value -> 'after') as f
        on jsonb_typeof(n.value -> 'after') not in ('array', 'null')
    where i.is_wrong or f.p_is_wrong
    limit 1;
    if found then
        perform _raise_node(r_wrong.path, r_wrong.fact);
    end if;
end;
$_check_joins$;

comment on function _check_joins is 'Refuses a flow with a node whose after or inputs have a wrong form.';
