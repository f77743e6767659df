-- The errors of a login with few rights; needs errors.sql.
\set QUIET on
create function pg_temp.refusal_as(p_role text, p_statement text)
returns text
language plpgsql
as $refusal_as$
declare
    v_refusal text;
begin
    perform set_config('role', p_role, true);
    v_refusal := pg_temp.refusal(p_statement);
    perform set_config('role', 'none', true);
    return v_refusal;
end;
$refusal_as$;

-- a new login, member of that group role or of none
create function pg_temp.login_of(p_group_role text default null)
returns text
language plpgsql
as $login_of$
declare
    v_name constant text := concat_ws('_', 'test_login', pg_backend_pid(), p_group_role);
begin
    execute format('create role %I login', v_name);
    if p_group_role is not null then
        execute format('grant %I to %I', p_group_role, v_name);
    end if;
    return v_name;
end;
$login_of$;
