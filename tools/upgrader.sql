-- FlowFabric @FLOWFABRIC_VERSION@: the upgrade of an older installation, in one statement.
--
-- Run it with any client, as the owner of the installation, or as a superuser where a superuser installed. It is atomic, also inside your own
-- transaction, and harmless where this version is installed. Leases stay, and those who hold them
-- notice nothing. It rewrites no table and waits for no lock longer than lock_timeout, five seconds
-- where none is set: if it gives up, nothing has changed, and it can be run again.
--
-- Generated from sql/ and functions/ by tools/build.py: change the sources, not this file.
do $flowfabric$
declare
    v_version constant pg_catalog.text := '@FLOWFABRIC_VERSION@';
    v_callers_search_path constant pg_catalog.text := pg_catalog.current_setting('search_path');
    v_callers_strings constant pg_catalog.text :=
        pg_catalog.current_setting('standard_conforming_strings');
    v_callers_body_checks constant pg_catalog.text :=
        pg_catalog.current_setting('check_function_bodies');
    v_callers_lock_timeout constant pg_catalog.text := pg_catalog.current_setting('lock_timeout');
    v_callers_role constant pg_catalog.text := pg_catalog.current_setting('role');
    v_is_superuser pg_catalog.bool;
    v_owner pg_catalog.name;
    v_objection pg_catalog.text;
    v_foreign pg_catalog.record;
    v_schema pg_catalog.record;
    v_installed pg_catalog.text;
    v_migration pg_catalog.int4;
    v_functions pg_catalog.jsonb;
    r_function pg_catalog.record;
begin
    -- First of all: from here on no object of the caller's search_path can stand in for ours.
    perform pg_catalog.set_config('search_path', 'flowfabric, pg_temp', true);
    perform pg_catalog.set_config('standard_conforming_strings', 'on', true);
    -- functions may stand in any order: their bodies are checked at the end
    perform pg_catalog.set_config('check_function_bodies', 'off', true);
    if v_callers_lock_timeout operator(pg_catalog.=) '0' then
        perform pg_catalog.set_config('lock_timeout', '5s', true);
    end if;

    -- One after the other, and not beside an installation. (The key: FLOWFABR.)
    perform pg_catalog.pg_advisory_xact_lock(5065510917144396370);

    if pg_catalog.to_regclass('flowfabric.ff_meta') is null then
        raise exception 'FlowFabric is not installed in database "%"', pg_catalog.current_database()
            using errcode = '55000', hint = 'Install it: flowfabric install.';
    end if;
@FLOWFABRIC_OWNERSHIP@
    execute 'select value from flowfabric.ff_meta where key = ''version''' into v_installed;
    execute 'select coalesce(max(value), ''0'')::pg_catalog.int4 from flowfabric.ff_meta where key = ''migration'''
    into v_migration;

    if v_installed operator(pg_catalog.=) v_version then
        raise notice 'FlowFabric % is already installed', v_version;
    elsif pg_catalog.string_to_array(
        pg_catalog."substring"(v_installed, '^[0-9.]*[0-9]'), '.'
    )::pg_catalog.int4[] operator(pg_catalog.>) pg_catalog.string_to_array(
        pg_catalog."substring"(v_version, '^[0-9.]*[0-9]'), '.'
    )::pg_catalog.int4[] then
        raise exception 'FlowFabric % is installed, which is newer than %', v_installed, v_version
            using errcode = '55000', hint = 'There is no way back; use the newer package.';
    else
        if v_owner operator(pg_catalog.<>) current_user then
            execute $flowfabric_roles$
@FLOWFABRIC_ROLES@
$flowfabric_roles$;
            perform pg_catalog.set_config('role', v_owner::pg_catalog.text, true);
        end if;
@FLOWFABRIC_MIGRATIONS@
        -- functions keep their oids and what was granted on them
        v_functions := (
            select pg_catalog.jsonb_object_agg(p.oid::pg_catalog.text, p.xmin::pg_catalog.text)
            from pg_catalog.pg_proc as p
            where p.pronamespace
                operator(pg_catalog.=) pg_catalog.to_regnamespace('flowfabric')::pg_catalog.oid
        );
        execute $flowfabric_upgrade$
delete from ff_error_code;
@FLOWFABRIC_REPLACEABLE@
$flowfabric_upgrade$;
        -- what was not replaced is gone from this version
        for r_function in
            select p.oid::pg_catalog.regprocedure as signature
            from pg_catalog.pg_proc as p
            where pg_catalog.jsonb_extract_path_text(v_functions, p.oid::pg_catalog.text)
                operator(pg_catalog.=) p.xmin::pg_catalog.text
        loop
            execute pg_catalog.format('drop function %s', r_function.signature);
        end loop;
        execute $flowfabric_upgrade$
@FLOWFABRIC_VALIDATION@
delete from ff_privilege;
@FLOWFABRIC_PRIVILEGES@
update ff_meta set value = '@FLOWFABRIC_VERSION@' where key = 'version';
insert into ff_meta (key, value) values ('migration', '@FLOWFABRIC_MIGRATION@')
on conflict (key) do update set value = excluded.value;
$flowfabric_upgrade$;
        perform pg_catalog.set_config('role', v_callers_role, true);
        raise notice 'FlowFabric % is upgraded to %', v_installed, v_version;
    end if;

    perform pg_catalog.set_config('lock_timeout', v_callers_lock_timeout, true);
    perform pg_catalog.set_config('check_function_bodies', v_callers_body_checks, true);
    perform pg_catalog.set_config('standard_conforming_strings', v_callers_strings, true);
    perform pg_catalog.set_config('search_path', v_callers_search_path, true);
end;
$flowfabric$;
