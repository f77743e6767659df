-- Functions are created unchecked, so that they may stand in any order; here each body is checked.
do $flowfabric_validation$
declare
    r_function record;
    v_message text;
    v_context text;
begin
    perform set_config('check_function_bodies', 'on', true);
    for r_function in
        select p.oid, p.oid::regprocedure as signature, l.lanname as language_name
        from pg_proc as p
        inner join pg_language as l on p.prolang = l.oid
        where p.pronamespace = 'flowfabric'::regnamespace
        order by p.proname
    loop
        case r_function.language_name
            when 'plpgsql' then perform plpgsql_validator(r_function.oid);
            when 'sql' then perform fmgr_sql_validator(r_function.oid);
        end case;
    end loop;
exception
    when others then
        get stacked diagnostics v_message = message_text, v_context = pg_exception_context;
        raise exception 'function % is not valid: %', r_function.signature, v_message
            using errcode = sqlstate, detail = v_context;
end;
$flowfabric_validation$;
