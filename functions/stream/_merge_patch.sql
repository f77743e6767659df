create or replace function _merge_patch(p_document jsonb, p_patch jsonb)
returns jsonb
language plpgsql
immutable
as $_merge_patch$
declare
    v_document constant jsonb := case
        -- unpacked once: the stored form would be unpacked for each member
        when jsonb_typeof(p_document) = 'object' then p_document || '{}'
        else '{}'
    end;
begin
    if jsonb_typeof(p_patch) <> 'object' then
        return _without_sentinels(p_patch);
    end if;
    -- all members at once: one by one, each would copy the document
    return (
        select
            (
                v_document
                - coalesce(
                    array_agg(m.key) filter (where jsonb_typeof(m.value) = 'null'), '{}'
                )
            )
            || coalesce(
                jsonb_object_agg(
                    m.key, _merge_patch(v_document -> m.key, m.value)
                ) filter (where jsonb_typeof(m.value) <> 'null'),
                '{}'
            )
        from jsonb_each(p_patch) as m
    );
end;
$_merge_patch$;

comment on function _merge_patch is
'Applies a JSON merge patch (RFC 7396), in which the text __ff_null__ stands for a null that is stored.';
