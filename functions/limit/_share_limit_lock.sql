create or replace function _share_limit_lock(p_limit_id uuid, p_limit_key text)
returns boolean
language plpgsql
as $_share_limit_lock$
begin
    perform from ff_limit_lock as g
    where g.limit_id = p_limit_id and g.limit_key = p_limit_key
    for share skip locked;
    return found;
end;
$_share_limit_lock$;

comment on function _share_limit_lock is
'Before an execution is refused: true when later releases will see the refusal; the next statement sees earlier releases. False: a release is under way.';
