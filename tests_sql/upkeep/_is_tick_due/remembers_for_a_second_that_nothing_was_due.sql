-- tests_sql/upkeep/_is_tick_due/remembers_for_a_second_that_nothing_was_due.sql
begin;
select plan(9);
\ir ../../lib/clock.sql

-- given an installation with nothing to do until a known moment, and a count of the looks
create sequence pg_temp.looks;
create temporary table due (due_at timestamptz);
insert into due values ('infinity');
create or replace function flowfabric._upkeep_due_at(p_last flowfabric.ff_tick_log)
returns timestamptz
language sql
volatile
as $_upkeep_due_at$
    select d.due_at from due as d cross join lateral (select nextval('looks')) as n
$_upkeep_due_at$;
create function pg_temp.looks(p_asks integer default 1)
returns text
language sql
volatile
set search_path = flowfabric, pg_temp
as $looks$
    with asked as materialized (
        select _is_tick_due() as is_due from generate_series(1, p_asks)
    )

    select
        bool_or(a.is_due) || ' after '
        || (
            select case when s.is_called then s.last_value else 0 end
            from pg_temp.looks as s
        )
    from asked as a
$looks$;

select is(pg_temp.looks(3), 'false after 1', 'three claims within a second look once');
do $when$ begin perform pg_temp.advance('999.999 ms'); end $when$;
select is(pg_temp.looks(3), 'false after 1', 'until the second has passed');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(pg_temp.looks(3), 'false after 2', 'then they look again');

-- when something is due within the second; then
do $when$ begin
    perform pg_temp.advance('1 s');
    update due set due_at = pg_temp.clock() + interval '100 ms';
end $when$;
select is(pg_temp.looks(3), 'false after 3', 'it is not due yet');
do $when$ begin perform pg_temp.advance('100 ms'); end $when$;
select is(pg_temp.looks(), 'true after 4', 'it is found on time');
select is(pg_temp.looks(), 'true after 5', 'and remains due until a tick has run');

-- when the clock is set back, or the setting holds something else; then a claim looks
do $when$ begin
    update due set due_at = 'infinity';
    perform pg_temp.looks(), pg_temp.advance('-1 min');
end $when$;
select is(pg_temp.looks(), 'false after 7', 'a moment that lies too far ahead does not count');
do $when$ begin perform set_config('flowfabric.quiet_until', 'infinity', false); end $when$;
select is(pg_temp.looks(), 'false after 8', 'a value that is not an instant does not count');
do $when$ begin perform set_config('flowfabric.quiet_until', '', false); end $when$;
select is(pg_temp.looks(), 'false after 9', 'nor does none');
select * from finish();
rollback;
