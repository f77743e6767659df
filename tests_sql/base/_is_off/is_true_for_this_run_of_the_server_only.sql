-- tests_sql/base/_is_off/is_true_for_this_run_of_the_server_only.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
set local search_path = flowfabric, public;

-- given a lane whose work must not be claimed, and one that takes none
do $given$
begin
    perform ff_create_execution('lane');
    perform ff_create_execution('draining');
    perform ff_set_lane_state('lane', 'paused');
    perform ff_set_lane_state('draining', 'draining');
end;
$given$;
create function pg_temp.value(p_switch regclass, p_name text)
returns bigint
language sql
as $value$
    select case p_name
        when 'on' then 0
        when 'of this run' then _server_run(p_switch)
        when 'of an earlier run' then _server_run(p_switch) - 1
        when 'of a later run' then _server_run(p_switch) + 1
        when 'of another sequence' then _server_run(p_switch) - p_switch::oid::bigint
        when 'as high as can be' then 9223372036854775807
    end
$value$;
create function pg_temp.outcome(p_name text)
returns text
language plpgsql
as $outcome$
begin
    if p_name = 'never set' then
        alter sequence flowfabric.ff_work_switch restart;
        alter sequence flowfabric.ff_submission_switch restart;
    else
        perform
            setval('ff_work_switch', pg_temp.value('ff_work_switch', p_name)),
            setval('ff_submission_switch', pg_temp.value('ff_submission_switch', p_name));
    end if;
    return (select count(*) from ff_claim('lane', 'a', 'a-1'))::text || ' claimed, '
        || pg_temp.refusal($$select flowfabric.ff_create_execution('draining')$$);
end;
$outcome$;

-- when the switches have a value; then
select results_eq(
    $$
        select n.name, pg_temp.outcome(n.name)
        from unnest(array[
            'on', 'of an earlier run', 'of a later run', 'of another sequence',
            'as high as can be', 'never set'
        ]) with ordinality as n (name, item)
        order by n.item
    $$,
    $$
        values
        ('on', '0 claimed, ZF206 lane_not_accepting'),
        ('of an earlier run', '0 claimed, ZF206 lane_not_accepting'),
        ('of a later run', '0 claimed, ZF206 lane_not_accepting'),
        ('of another sequence', '0 claimed, ZF206 lane_not_accepting'),
        ('as high as can be', '0 claimed, ZF206 lane_not_accepting'),
        ('never set', '0 claimed, ZF206 lane_not_accepting')
    $$,
    'calls look at lanes unless the switch is off in this run'
);
select is(pg_temp.outcome('of this run'), '1 claimed, nothing', 'otherwise they do not look');
select * from finish();
rollback;
