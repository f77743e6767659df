create or replace function _check_new_tags(p_argument text, p_tags jsonb)
returns void
language plpgsql
stable
as $_check_new_tags$
declare
    v_key text;
begin
    perform _check_tags(p_argument, p_tags);
    select k.key
    into v_key
    from jsonb_object_keys(p_tags) as k (key)
    where _is_engine_tag(k.key)
    limit 1;
    if found then
        perform _raise_invalid(
            p_argument,
            format('must not have a key "%s", which only the engine sets', left(v_key, 100))
        );
    end if;
end;
$_check_new_tags$;

comment on function _check_new_tags is
'Refuses tags of a submission that are malformed, or that only the engine sets.';
