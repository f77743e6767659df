-- The ring of events begins with its first part.
insert into ff_event_slot (rotation, turned_at)
values (0, _now());
