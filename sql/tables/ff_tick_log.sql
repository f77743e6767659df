create table ff_tick_log (
    tick_id bigint generated always as identity (cache 1) primary key,
    ticked_at timestamptz not null,
    debt_cursor bigint not null,
    lapses_from timestamptz not null
);

comment on table ff_tick_log is 'When maintenance ran; append-only, trimmed. Claims look here.';
comment on column ff_tick_log.tick_id is 'The highest is the newest.';
comment on column ff_tick_log.ticked_at is 'When.';
comment on column ff_tick_log.lapses_from is 'Leases that lapsed before have been noted.';
comment on column ff_tick_log.debt_cursor is 'The debt after which the next tick goes on.';

-- Counts claims, to let one in 64 advance a head: a sequence is neither transactional nor bloats.
create sequence ff_claim_count cache 1;

comment on sequence ff_claim_count is 'Counts claims; every 64th advances a claim head.';
