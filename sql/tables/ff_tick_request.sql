-- A claim that finds that a tick is due puts a row here. When its transaction commits, and not
-- before, a trigger runs the tick and removes the row: so what the tick changes is locked for the
-- moment that the commit takes, however long the transaction was open. Nobody ever sees a row but
-- who wrote it.
create table ff_tick_request (
    request_id bigint generated always as identity (cache 1) primary key,
    is_about_events boolean not null default false
);

comment on table ff_tick_request is 'Ticks that are to run when the transaction commits.';
comment on column ff_tick_request.request_id is 'Names the row to remove.';
comment on column ff_tick_request.is_about_events is 'Asked for by a tick that found the ring of events to be turned or emptied.';
