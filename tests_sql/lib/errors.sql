-- What a statement raises, as JSON: {"sqlstate", "message", "detail", "hint"}; null when it does not.
-- DETAIL is parsed, so that a test can look into it. What the statement wrote is taken back.
\set QUIET on
create function pg_temp.error_of(p_statement text)
returns jsonb
language plpgsql
as $error_of$
declare
    v_sqlstate text;
    v_message text;
    v_detail text;
    v_hint text;
begin
    execute p_statement;
    return null;
exception
    when others then
        get stacked diagnostics
            v_sqlstate = returned_sqlstate,
            v_message = message_text,
            v_detail = pg_exception_detail,
            v_hint = pg_exception_hint;
        return jsonb_build_object(
            'sqlstate', v_sqlstate,
            'message', v_message,
            'detail', case when v_detail like '{%' then v_detail::jsonb else to_jsonb(v_detail) end,
            'hint', v_hint
        );
end;
$error_of$;
