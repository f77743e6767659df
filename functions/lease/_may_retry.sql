create or replace function _may_retry(
    p_retry_policy jsonb,
    p_retry_count integer,
    p_category text
)
returns boolean
language sql
immutable
as $_may_retry$
    -- '{}' means no retries; any other policy has 3 retries unless it sets their number
    select coalesce(
        jsonb_typeof(p_retry_policy) = 'object'
        and p_retry_policy <> '{}'
        and p_retry_count < coalesce((p_retry_policy ->> 'max_retries')::numeric, 3)
        and (
            coalesce(p_retry_policy -> 'retryable_categories', '[]') in ('[]', 'null')
            or p_retry_policy -> 'retryable_categories' ? p_category
        ),
        false
    )
$_may_retry$;

comment on function _may_retry is 'Does the retry policy allow one more attempt after a failure of this category?';
