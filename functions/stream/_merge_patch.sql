create or replace function _merge_patch(p_document jsonb, p_patch jsonb, p_depth integer default 1)
returns jsonb
language plpgsql
immutable
as $_merge_patch$
declare
    v_document jsonb := p_document;
    r_member record;
begin
    if jsonb_typeof(p_patch) <> 'object' then
        return p_patch;
    end if;
    if p_depth > 16 then
        perform _raise_invalid('p_json', 'is nested more than 16 objects deep');
    end if;
    if jsonb_typeof(v_document) is distinct from 'object' then
        v_document := '{}';
    end if;
    for r_member in select m.key, m.value from jsonb_each(p_patch) as m loop
        if jsonb_typeof(r_member.value) = 'null' then
            v_document := v_document - r_member.key;
        else
            v_document := v_document || jsonb_build_object(
                r_member.key,
                _merge_patch(v_document -> r_member.key, r_member.value, p_depth + 1)
            );
        end if;
    end loop;
    return v_document;
end;
$_merge_patch$;

comment on function _merge_patch is 'Applies a JSON merge patch (RFC 7396).';
