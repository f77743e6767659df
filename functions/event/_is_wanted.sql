create or replace function _is_wanted(p_filter _event_filter, p_namespace text, p_tags jsonb)
returns boolean
language sql
immutable
as $_is_wanted$
    select
        (p_filter.namespace is null or p_filter.namespace = coalesce(p_namespace, 'default'))
        and (
            p_filter.tag_key is null
            or (
                coalesce(p_tags ? p_filter.tag_key, false)
                and (
                    p_filter.tag_value is null
                    or p_tags ->> p_filter.tag_key = p_filter.tag_value
                )
            )
        )
$_is_wanted$;

comment on function _is_wanted is 'Whether a reader wants an event about an execution in this namespace, with these tags.';
