create or replace function _check_spawn_options(p_options jsonb)
returns void
language plpgsql
stable
as $_check_spawn_options$
begin
    if p_options is null then
        perform _raise_null('p_options');
    elsif jsonb_typeof(p_options) <> 'object' then
        perform _raise_invalid('p_options', 'must be a JSON object');
    elsif jsonb_typeof(p_options -> 'on_parent_end') <> 'null'
        and coalesce(p_options ->> 'on_parent_end', '') not in ('cancel', 'leave')
    then
        perform _raise_invalid('p_options', 'at "on_parent_end" must be cancel or leave');
    end if;
    perform _check_json('p_options', p_options, 67108864);
end;
$_check_spawn_options$;

comment on function _check_spawn_options is
'Refuses options of a child that are not a JSON object, or say wrongly what becomes of the child at the end of its parent; the others are those of a submission.';
