create or replace function _is_bucket_open(p_quota_policy_id uuid, p_quota_key text)
returns boolean
language plpgsql
stable
as $_is_bucket_open$
begin
    return exists (
        select 1
        from ff_quota_token as t
        where t.quota_policy_id = p_quota_policy_id and t.quota_key = p_quota_key
    );
end;
$_is_bucket_open$;

comment on function _is_bucket_open is 'Are there tokens of a policy under this key?';
