create or replace function _check_condition(
    p_condition jsonb,
    p_path text default '',
    p_level integer default 1
)
returns void
language plpgsql
immutable
as $_check_condition$
declare
    v_kind constant text := case
        when jsonb_typeof(p_condition) = 'object' then _condition_kind(p_condition)
    end;
    v_unknown text;
begin
    if p_condition is null then
        perform _raise_null('p_condition');
    elsif jsonb_typeof(p_condition) <> 'object' then
        perform _refuse_condition(p_path, 'must be a JSON object');
    elsif v_kind is null then
        perform _refuse_condition(
            p_path,
            'must have a member all, any, count, signal, any_signal, operator_only or timeout_only'
        );
    end if;
    select m.name
    into v_unknown
    from jsonb_object_keys(p_condition) as m (name)
    where m.name <> v_kind and not case v_kind
        when 'count' then m.name in ('of', 'on', 'signal')
        when 'signal' then m.name = 'on'
        when 'any_signal' then m.name = 'on'
        else false
    end
    limit 1;
    if found then
        perform _refuse_condition(
            p_path, format('has a member "%s" that does not belong to "%s"', v_unknown, v_kind)
        );
    elsif v_kind in ('all', 'any', 'count') and p_level > 4 then
        perform _refuse_condition(p_path, 'is nested deeper than 4 levels');
    end if;

    if v_kind in ('all', 'any') then
        perform _check_members(
            p_condition -> v_kind, ltrim(p_path || '.' || v_kind, '.'), p_level
        );
    elsif v_kind in ('operator_only', 'timeout_only', 'any_signal')
        and p_condition -> v_kind <> 'true'
    then
        perform _refuse_condition(ltrim(p_path || '.' || v_kind, '.'), 'must be true');
    elsif v_kind in ('operator_only', 'timeout_only') and p_path <> '' then
        -- inside of another condition no signal could ever satisfy it
        perform _refuse_condition(p_path, format('has "%s", which must stand alone', v_kind));
    elsif v_kind in ('count', 'signal', 'any_signal') then
        perform _check_condition_leaf(p_condition, v_kind, p_path);
    end if;
end;
$_check_condition$;

comment on function _check_condition is
'Refuses JSON that is not a condition, and names the path in it. Nothing is written before this.';
