-- noqa: disable=LT02, LT09, AM04
-- The whole ring. Positions grow from one part to the next, in the order of the turns.
create view ff_event_log as
select e.*, 0 as slot from ff_event_0 as e
union all
select e.*, 1 as slot from ff_event_1 as e
union all
select e.*, 2 as slot from ff_event_2 as e
union all
select e.*, 3 as slot from ff_event_3 as e
union all
select e.*, 4 as slot from ff_event_4 as e
union all
select e.*, 5 as slot from ff_event_5 as e
union all
select e.*, 6 as slot from ff_event_6 as e
union all
select e.*, 7 as slot from ff_event_7 as e;

comment on view ff_event_log is 'The outbox: one row for each call; read it through ff_event_item.';
