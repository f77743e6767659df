-- How it is proven that nothing can still become claimable below a moment.
--
-- Whoever makes work claimable holds gate H, then reads the newest record here and the clock, and
-- writes a moment not below either. An advance reads the newest record (clock_at = r), then lists
-- the holders of H, and writes both down: r is covers_at of its own record. Once none of those
-- holders holds H any longer, every moment below r has been written by a transaction that ended:
-- who took H later has seen r. docs/claim-heads.md has the proof.
create table ff_clock_record (
    record_id bigint generated always as identity (cache 1) primary key,
    era bigint not null,
    clock_at timestamptz not null,
    covers_at timestamptz,
    proven_at timestamptz,
    server_started_at timestamptz not null,
    holders text[] not null
);

comment on table ff_clock_record is 'Readings of the clock with the holders of gate H after it; append-only, trimmed.';
comment on column ff_clock_record.record_id is 'The highest is the newest.';
comment on column ff_clock_record.era is 'Begins anew when the clock was set back; records of another era prove nothing.';
comment on column ff_clock_record.clock_at is 'The clock, read before the holders were listed.';
comment on column ff_clock_record.covers_at is 'clock_at of the newest record that was visible then: what the holders stand for.';
comment on column ff_clock_record.proven_at is 'The latest moment proven so far.';
comment on column ff_clock_record.server_started_at is 'Start of the server; the names of holders mean nothing after a restart.';
comment on column ff_clock_record.holders is 'Virtual transactions that held gate H.';
