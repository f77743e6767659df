create or replace function _merged_policy(p_default jsonb, p_policy jsonb)
returns jsonb
language sql
immutable
as $_merged_policy$
    -- a JSON null says that a key was left out
    select case
        when p_default is null or p_policy is null
            then jsonb_strip_nulls(coalesce(p_policy, p_default))
        else jsonb_strip_nulls(p_default) || jsonb_strip_nulls(p_policy)
    end
$_merged_policy$;

comment on function _merged_policy is
'A policy with the keys that it leaves out taken from a default; null when there is neither.';
