create or replace function _check_tags(p_argument text, p_tags jsonb)
returns void
language plpgsql
stable
as $_check_tags$
declare
    r_tag record;
begin
    if p_tags is null then
        perform _raise_null(p_argument);
    elsif jsonb_typeof(p_tags) <> 'object' then
        perform _raise_invalid(p_argument, 'must be a JSON object');
    end if;
    -- every event of the execution carries them
    perform _check_json(p_argument, p_tags, 16384);
    for r_tag in select t.key, t.value from jsonb_each(p_tags) as t loop
        perform _check_name(p_argument, r_tag.key, 'tag_key');
        if jsonb_typeof(r_tag.value) <> 'string' then
            perform _raise_invalid(p_argument, format('must have a string at "%s"', r_tag.key));
        end if;
    end loop;
end;
$_check_tags$;

comment on function _check_tags is
'Refuses tags that are not a flat object of strings under well-formed keys.';
