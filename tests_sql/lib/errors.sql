-- The error of a statement, as JSON: {"sqlstate", "message", "detail", "hint"}; null without an
-- error. DETAIL is parsed, so that a test can read its fields. The writes of the statement are
-- rolled back.
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

-- The same in one line: the SQLSTATE, and the symbol or argument that DETAIL names; 'nothing' when
-- it does not raise.
create function pg_temp.refusal(p_statement text)
returns text
language sql
as $refusal$
    select case
        when e.error is null then 'nothing'
        else concat_ws(
            ' ',
            e.error ->> 'sqlstate',
            e.error #>> '{detail,symbol}',
            e.error #>> '{detail,argument}'
        )
    end
    from pg_temp.error_of(p_statement) as e (error)
$refusal$;
