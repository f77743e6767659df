create or replace function _json_path(p_path text, p_key text)
returns text
language plpgsql
immutable
as $_json_path$
begin
    return p_path || case
        when p_key ~ '^[A-Za-z0-9_-]+$' then '.' || p_key
        else format('[%s]', to_jsonb(left(p_key, 100)))
    end;
end;
$_json_path$;

comment on function _json_path is 'The path of a key under a path of a JSON document.';
