create table ff_worker (
    namespace text not null,
    worker_instance_id text not null,
    worker_id text not null,
    lane_ids text[] not null,
    capabilities text[] not null,
    liveness_ttl_ms bigint not null,
    session_pid integer,
    owner_name text not null,
    registered_at timestamptz not null,
    last_heartbeat_at timestamptz not null,
    primary key (namespace, worker_instance_id)
);

-- for lists
create index worker_in_order
on ff_worker ((worker_instance_id || ' ' || namespace) collate "C");

create index worker_of_namespace
on ff_worker (namespace, (worker_instance_id || ' ' || namespace) collate "C");

comment on table ff_worker is 'Worker processes that said they are there. One is alive until its ttl has passed or the session that it named has ended; nothing sweeps.';
comment on column ff_worker.namespace is 'Tenant.';
comment on column ff_worker.worker_instance_id is 'The process.';
comment on column ff_worker.worker_id is 'The worker that the process belongs to.';
comment on column ff_worker.lane_ids is 'Lanes it works on.';
comment on column ff_worker.capabilities is 'Its capabilities.';
comment on column ff_worker.liveness_ttl_ms is 'How long a heartbeat lasts.';
comment on column ff_worker.session_pid is 'The session whose end shows that the process has ended, by its process id; null: none was named.';
comment on column ff_worker.owner_name is 'The role that registered it: its members and operators speak for it.';
comment on column ff_worker.registered_at is 'When it registered.';
comment on column ff_worker.last_heartbeat_at is 'When it last said so.';
