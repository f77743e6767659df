create or replace function _kept_tags(p_tags jsonb, p_keys text[])
returns jsonb
language plpgsql
immutable
as $_kept_tags$
begin
    if p_tags = '{}' then
        return p_tags;
    end if;
    return (
        select coalesce(jsonb_object_agg(t.key, t.value), '{}')
        from jsonb_each(p_tags) as t
        where t.key = any (p_keys) or _is_engine_tag(t.key)
    );
end;
$_kept_tags$;

comment on function _kept_tags is
'The tags that an erasure keeps: those that it names, and those of the engine.';
