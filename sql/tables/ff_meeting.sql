-- Where a parent that begins to wait and its children that end meet: one row for each execution
-- that has spawned a child, written by its first spawn.
--
-- The end of a child and the decision of its parent to wait are two transactions that may not see
-- each other. So the end of a child shares this row, and looks by a later statement whether its
-- parent waits. A parent that begins to wait, and a transaction that counts for it, take the row
-- alone before they look at the children. No session waits for the row: one that does not get it
-- leaves a todo. docs/locking.md has the proof, tools/models/meeting.pml the model.
--
-- A parent that waits for a thousand children is not counted anew at each end: missing_count is how
-- many more of them must end before it is worth to count. Only a transaction that has the row alone
-- reads or writes it.
create table ff_meeting (
    parent_id uuid primary key,
    -- of the wait that began at this place, when it was counted last
    awaited_place integer,
    missing_count integer
);

comment on table ff_meeting is 'Where parents that begin to wait and children that end meet.';
comment on column ff_meeting.parent_id is 'The parent.';
comment on column ff_meeting.awaited_place is 'The wait that was counted last; null: none, or several.';
comment on column ff_meeting.missing_count is 'How many of its children must end before it is counted again.';
