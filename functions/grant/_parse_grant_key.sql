create or replace function _parse_grant_key(p_grant_key text)
returns _grant_key
language plpgsql
immutable
as $_parse_grant_key$
declare
    v_parts constant text[] := regexp_match(
        p_grant_key,
        '^ff1-(claim|resume|reclaim)'
        '[.][{]fp:([0-9]{1,3})[}]:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
        '[.]([0-9]{1,18})[.]([0-9]{1,17})[.]([A-Za-z0-9_-]{1,64}:[0-9a-f]{64})$'
    );
begin
    if v_parts is null or v_parts[2]::integer > 255 then
        return null;
    end if;
    return (
        v_parts[1]::ff_grant_kind,
        v_parts[2]::smallint,
        v_parts[3]::uuid,
        v_parts[4]::bigint,
        _instant_of_us(v_parts[5]::bigint),
        v_parts[6]
    )::_grant_key;
end;
$_parse_grant_key$;

comment on function _parse_grant_key is
'Parses a grant key: kind, execution, epoch, expiry, signature. Null when it is not one.';
