create or replace function _check_quota_key(p_argument text, p_quota_key text)
returns void
language plpgsql
immutable
as $_check_quota_key$
begin
    if p_quota_key <> '' then
        perform _check_name(p_argument, p_quota_key, 'label');
    end if;
end;
$_check_quota_key$;

comment on function _check_quota_key is 'Refuses a quota key that is neither empty nor a label.';
