-- The verbs of roles in a restricted lane. A name, not an oid, and no foreign key: roles belong to
-- the cluster, and a dump names them.
create table ff_lane_grant (
    lane_id text not null,
    role_name name not null,
    verbs text[] not null,
    granted_by name not null,
    granted_at timestamptz not null,
    primary key (lane_id, role_name),
    constraint grant_has_known_verbs check (
        verbs <> '{}' and verbs <@ '{approve,claim,operate,read,signal,submit}'
    )
);

-- for lists, in the order of bytes
create index lane_grant_in_order on ff_lane_grant (lane_id collate "C", role_name);

comment on table ff_lane_grant is 'The verbs of roles in restricted lanes.';
comment on column ff_lane_grant.lane_id is 'The lane.';
comment on column ff_lane_grant.role_name is 'The role; public stands for all roles.';
comment on column ff_lane_grant.verbs is 'Its verbs: sorted, distinct.';
comment on column ff_lane_grant.granted_by is 'The role that granted last.';
comment on column ff_lane_grant.granted_at is 'When it granted.';
