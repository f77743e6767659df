-- Events begin with the first of their tables.
insert into ff_event_slot (rotation, turned_at)
values (0, _now());
