-- Attacks that a login with any one of the group roles tries first.

-- 42501: a table is read
select * from flowfabric.ff_exec_core;
-- 42501: the signing keys are read
select * from flowfabric.ff_hmac_key;
-- 42501: a lease is written
update flowfabric.ff_exec_core set lease_expires_at = 'infinity';
-- 42501: a table is locked
do $$ begin lock table flowfabric.ff_exec_core in access share mode; end $$;
-- 42501: executions are removed
truncate flowfabric.ff_exec_core;
-- 42501: a table is copied
copy flowfabric.ff_exec_core to stdout;
-- 42501: a program is started
copy (select 1) to program 'id';
-- 42501: an internal function is called
select flowfabric._caller();
-- 42501: an internal function is replaced
create or replace function flowfabric._caller() returns name language sql as 'select ''ff_owner''::name';
-- 42501: a public function loses its search_path
alter function flowfabric.ff_version() reset search_path;
-- 42501: an object is made in the schema
create table flowfabric.mine ();
-- 42501: a trigger is put on a table
create trigger mine after insert on flowfabric.ff_exec_core execute function suppress_redundant_updates_trigger();
-- 42501: the session becomes the owner
set role ff_owner;
-- 42501: the session becomes the tenant
set role ff_attack_tenant;
-- 42501: a right is given on
grant select on flowfabric.ff_exec_core to public;
-- harmless: a temporary table has the name of a table of the installation
create temporary table ff_lane as select 'vault'::text as lane_id, false as is_restricted;
-- harmless: temporary objects come first on the path
set search_path = pg_temp, public, flowfabric;
-- harmless: settings of the installation are set by the session
set flowfabric.tick = 'asked for';
-- harmless: settings of the session change how instants are printed
set datestyle = 'SQL, DMY'; set timezone = 'Pacific/Apia'; set intervalstyle = 'sql_standard';
-- harmless: the session listens for names of lanes
listen vault; listen "flowfabric.vault"; listen flowfabric;
