-- The calls for many, where they behave alike. Needs bulk.sql.
\set QUIET on
create temporary table verb (name text, arguments text);
insert into verb (name, arguments)
values
('ff_cancel_executions', $$, 'reason'$$),
('ff_replay_executions', ''),
('ff_reschedule_executions', ', 60000'),
('ff_change_priorities', ', 5'),
('ff_erase_executions', '');
-- the call of a verb, with a filter and further arguments
create function pg_temp.call(p_verb text, p_filter text, p_further text default '')
returns text
language sql
as $call$
    select format('%s(%s%s%s)', v.name, p_filter, v.arguments, p_further) from verb as v where v.name = p_verb
$call$;
-- ten executions that every one of them changes: half of them wait, half have ended
create function pg_temp.ten()
returns void
language plpgsql
as $ten$
begin
    perform pg_temp.submit_number(n) from generate_series(1, 10) as n;
    perform flowfabric.ff_fail(pg_temp.start(n), 'broken', 'permanent') from generate_series(1, 10, 2) as n;
end;
$ten$;
