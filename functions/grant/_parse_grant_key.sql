create or replace function _parse_grant_key(p_grant_key text)
returns _grant_key
language plpgsql
immutable
as $_parse_grant_key$
declare
    -- without counts, which would make it twenty times slower; lengths are checked below
    v_parts constant text[] := regexp_match(
        p_grant_key,
        '^ff1-(claim|resume|reclaim)[.]([0-9a-f-]+)'
        '[.]([0-9]+)[.]([0-9]+)[.]([A-Za-z0-9_-]+:[0-9a-f]+)$'
    );
begin
    if v_parts is null
        or v_parts[2] !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        or length(v_parts[3]) > 18
        or length(v_parts[4]) > 17
        or v_parts[5] !~ '^.{1,64}:.{64}$'
    then
        return null;
    end if;
    return (
        v_parts[1]::ff_grant_kind,
        v_parts[2]::uuid,
        v_parts[3]::bigint,
        _instant_of_us(v_parts[4]::bigint),
        v_parts[5]
    )::_grant_key;
end;
$_parse_grant_key$;

comment on function _parse_grant_key is
'Parses a grant key: kind, execution, epoch, expiry, signature. Null when it is not one.';
