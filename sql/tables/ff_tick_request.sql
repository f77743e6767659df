-- A claim that finds that a tick is due puts a row here. When its transaction commits, and not
-- before, a trigger runs the tick and removes the row: so what the tick changes is locked for the
-- moment that the commit takes, however long the transaction was open. A row that can be seen was
-- put off, by a transaction that was being prepared; the next tick removes it.
create table ff_tick_request (
    request_id bigint generated always as identity (cache 1) primary key
);

comment on table ff_tick_request is 'Ticks that are to run when the transaction commits.';
comment on column ff_tick_request.request_id is 'Names the row to remove.';
