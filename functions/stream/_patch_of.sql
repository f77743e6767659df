create or replace function _patch_of(p_payload bytea, p_text text, p_json jsonb)
returns jsonb
language plpgsql
stable
as $_patch_of$
declare
    v_patch jsonb := p_json;
begin
    begin
        v_patch := coalesce(p_json, p_text::jsonb, convert_from(p_payload, 'UTF8')::jsonb);
    exception
        when data_exception then
            perform _raise_invalid('p_json', 'must be JSON: a patch for the document');
    end;
    if jsonb_typeof(v_patch) is distinct from 'object' then
        perform _raise_invalid('p_json', 'must be a JSON object: a patch for the document');
    elsif jsonb_path_exists(v_patch, 'strict $.**{16} ? (@.type() == "object")') then
        -- before it is applied: an error there would have a line of context for each level
        perform _raise_invalid('p_json', 'is nested more than 16 objects deep');
    end if;
    perform _check_json('p_json', v_patch);
    return v_patch;
end;
$_patch_of$;

comment on function _patch_of is 'The merge patch in a summary frame, or raises.';
