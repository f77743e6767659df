-- FlowFabric @FLOWFABRIC_VERSION@: the whole installation in one statement.
--
-- Run it with any client, as the role that is to own the engine: psql --file, a migration tool,
-- connection.execute(). It needs PostgreSQL 14 or later and CREATE on the database, no superuser.
-- Where a superuser runs it, the owner is the role flowfabric_owner, which is made without a login.
-- It is atomic, also inside your own transaction, and harmless where this version is installed.
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
    v_callers_role constant pg_catalog.text := pg_catalog.current_setting('role');
    v_is_superuser pg_catalog.bool;
    v_owner pg_catalog.name;
    v_objection pg_catalog.text;
    v_foreign pg_catalog.record;
    v_schema pg_catalog.record;
    v_installed pg_catalog.text;
begin
    -- First of all: from here on no object of the caller's search_path can stand in for ours.
    perform pg_catalog.set_config('search_path', 'flowfabric, pg_temp', true);
    perform pg_catalog.set_config('standard_conforming_strings', 'on', true);
    -- functions may stand in any order: their bodies are checked at the end
    perform pg_catalog.set_config('check_function_bodies', 'off', true);

    if pg_catalog.current_setting('server_version_num')::pg_catalog.int4
        operator(pg_catalog.<) 140000 then
        raise exception 'PostgreSQL % is too old for FlowFabric',
            pg_catalog.current_setting('server_version')
            using errcode = '0A000', hint = 'FlowFabric needs PostgreSQL 14 or later.';
    end if;
    if pg_catalog.current_setting('server_encoding') operator(pg_catalog.=) 'SQL_ASCII' then
        -- bytes that are no text would be refused in the midst of a call, under no argument's name
        raise exception 'the encoding of database "%" is SQL_ASCII', pg_catalog.current_database()
            using errcode = '0A000',
                hint = 'Install FlowFabric in a database with the encoding UTF8.';
    end if;

    -- Instances of an application that start together install one after the other. (The key: FLOWFABR.)
    perform pg_catalog.pg_advisory_xact_lock(5065510917144396370);

@FLOWFABRIC_OWNERSHIP@
    if v_schema.oid is null then
        if not pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE') then
            raise exception 'role "%" may not create a schema in database "%"',
                current_user, pg_catalog.current_database()
                using errcode = '42501',
                    hint = pg_catalog.format('Let the owner of the database run: grant create on database %I to %I;',
                        pg_catalog.current_database(), current_user);
        end if;
    elsif v_schema.has_meta then
        execute 'select value from flowfabric.ff_meta where key = ''version''' into v_installed;
    end if;

    if v_installed operator(pg_catalog.=) v_version then
        raise notice 'FlowFabric % is already installed', v_version;
    elsif v_installed is not null then
        raise exception 'FlowFabric % is installed, this is the installation of %',
            v_installed, v_version
            using errcode = '55000',
                hint = 'An installation is not an upgrade: run "flowfabric upgrade", or uninstall first.';
    elsif v_schema.is_used then
        raise exception 'schema "flowfabric" exists and is not an installation of FlowFabric'
            using errcode = '42P06', hint = 'Rename or empty that schema, or use another database.';
    else
        if v_owner operator(pg_catalog.<>) current_user then
            -- only a superuser may make these: the roles, and the schema for its owner
            if pg_catalog.to_regrole('flowfabric_owner') is null then
                create role flowfabric_owner nologin;
                comment on role flowfabric_owner is 'FlowFabric: owns the installations of superusers';
            end if;
            execute $flowfabric_roles$
@FLOWFABRIC_ROLES@
$flowfabric_roles$;
            if v_schema.oid is null then
                create schema flowfabric authorization flowfabric_owner;
            else
                alter schema flowfabric owner to flowfabric_owner;
            end if;
            perform pg_catalog.set_config('role', v_owner::pg_catalog.text, true);
        end if;
        execute $flowfabric_install$
@FLOWFABRIC_SOURCES@
@FLOWFABRIC_VALIDATION@
$flowfabric_install$;
        perform pg_catalog.set_config('role', v_callers_role, true);
    end if;

    perform pg_catalog.set_config('check_function_bodies', v_callers_body_checks, true);
    perform pg_catalog.set_config('standard_conforming_strings', v_callers_strings, true);
    perform pg_catalog.set_config('search_path', v_callers_search_path, true);
end;
$flowfabric$;
