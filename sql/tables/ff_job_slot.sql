-- Turns, for jobs that one session at a time should do. The session that can lock the row of the
-- present moment has the turn; the others go on without. The lock is kept until the transaction
-- ends, so the next moment has another row: a transaction that stays open keeps its own row only. A
-- lock leaves no dead row behind, and (unlike an advisory lock) no other login can take it.
create table ff_job_slot (
    job text not null,
    slot integer not null,
    primary key (job, slot)
);

insert into ff_job_slot (job, slot)
select
    j.job,
    s.slot
from (values ('heads'), ('tick'), ('events')) as j (job)
cross join generate_series(0, 999) as s (slot);

comment on table ff_job_slot is 'The rows that sessions lock for jobs that one at a time should do; they never change.';
comment on column ff_job_slot.job is 'The job.';
comment on column ff_job_slot.slot is 'The moment, by which number of the job''s turns it is, modulo 1,000.';
