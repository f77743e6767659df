-- The proof that nothing can still become claimable below a moment.
--
-- A session that makes work claimable holds gate H, then reads the mark, and writes a moment not
-- below it. An advance moves the mark to the clock, then lists the holders of H, and records both.
-- Once none of those holders holds H any longer, every row below that mark was written by a
-- transaction that has ended: a later holder of H has read that mark or a higher one. docs/claim-
-- heads.md has the proof.
create table ff_clock_record (
    record_id bigint generated always as identity (cache 1) primary key,
    era bigint not null,
    clock_at timestamptz not null,
    proven_at timestamptz,
    holders text[] not null
);

comment on table ff_clock_record is 'Marks with the holders of gate H after each; append-only, trimmed.';
comment on column ff_clock_record.record_id is 'The highest is the newest.';
comment on column ff_clock_record.era is 'The era of the mark; records of another era prove nothing.';
comment on column ff_clock_record.clock_at is 'The mark, moved to the clock before the holders were listed.';
comment on column ff_clock_record.proven_at is 'The latest moment proven so far; null: none yet.';
comment on column ff_clock_record.holders is 'Transactions that held gate H.';

-- Sequences, because they are the same to every snapshot and belong to no transaction: a new value
-- counts at once. Only _move_mark sets them.

-- The mark, in microseconds. Within an era it never goes down.
create sequence ff_clock_mark cache 1;

-- The mark before the newest era, when the clock was set back.
create sequence ff_clock_before cache 1;

-- The era: the next one begins when the clock was set back, and the mark with it.
create sequence ff_clock_era cache 1;

comment on sequence ff_clock_before is 'The mark before the newest era; microseconds since 1970.';
comment on sequence ff_clock_mark is 'The mark: new moments are not below it; microseconds since 1970.';
comment on sequence ff_clock_era is 'The era of the mark.';
