create or replace function _parse_grant_key(p_grant_key text)
returns _grant_key
language plpgsql
immutable
as $_parse_grant_key$
declare
    v_parts constant text[] := regexp_match(
        p_grant_key,
        '^ff1-(claim|resume|reclaim)[.]([{]fp:[0-9]{1,3}[}]:[0-9a-f-]{36})[.]([0-9]{1,17})[.]'
        '([A-Za-z0-9_-]{1,64}:[0-9a-f]{64})$'
    );
    v_execution _execution_key;
    v_key _grant_key;
begin
    if v_parts is null then
        return null;
    end if;
    v_execution := _parse_execution_id('p_grant_key', v_parts[2]);
    v_key.kind := v_parts[1]::ff_grant_kind;
    v_key.partition_key := v_execution.partition_key;
    v_key.execution_id := v_execution.execution_id;
    v_key.expires_at := _instant_of_us(v_parts[3]::bigint);
    v_key.signature := v_parts[4];
    return v_key;
exception
    when data_exception then
        return null;
end;
$_parse_grant_key$;

comment on function _parse_grant_key is 'Parses a grant key; null when it is not one.';
