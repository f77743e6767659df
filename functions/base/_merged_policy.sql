create or replace function _merged_policy(p_default jsonb, p_policy jsonb)
returns jsonb
language plpgsql
immutable
as $_merged_policy$
begin
    return case
        when p_default is null or p_policy is null then coalesce(p_policy, p_default)
        -- a JSON null says that a key was left out
        else p_default || (
            select coalesce(jsonb_object_agg(k.key, k.value), '{}')
            from jsonb_each(p_policy) as k
            where jsonb_typeof(k.value) <> 'null'
        )
    end;
end;
$_merged_policy$;

comment on function _merged_policy is
'A policy, with the keys that it leaves out taken from a default policy; null when both are null.';
