create table ff_meta (
    key text primary key,
    value text not null
);

insert into ff_meta (key, value) values
('version', '@FLOWFABRIC_VERSION@'),
('event_retention_ms', '604800000'),
-- a part of every cursor; it survives a restore, a promotion and an upgrade
('installation_id', gen_random_uuid()::text),
('default_access', 'open'),
-- JSON; null until ff_set_default_policy sets it
('default_policy', 'null'),
-- the last one of sql/migrations that is contained in it
('migration', '@FLOWFABRIC_MIGRATION@');

comment on table ff_meta is 'Facts about this installation.';
comment on column ff_meta.key is 'Name of the fact.';
comment on column ff_meta.value is 'The fact.';
