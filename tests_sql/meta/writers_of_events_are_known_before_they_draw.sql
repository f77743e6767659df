-- tests_sql/meta/writers_of_events_are_known_before_they_draw.sql
begin;
select plan(5);
set local search_path = flowfabric, public;
-- The watermark (docs/claim-heads.md) rests on this: when the id of an event is drawn, its
-- transaction has an id and holds a lock that _gate_holders looks at. (That it is so at each draw,
-- with a transaction for each call, is tested in python_driver/tests/heads/test_watermark.py.)
create temporary table drawing as
select a.adrelid::regclass as name
from pg_depend as d
inner join pg_attrdef as a on d.objid = a.oid
where
    d.classid = 'pg_attrdef'::regclass
    and d.refclassid = 'pg_class'::regclass
    and d.refobjid = 'flowfabric.ff_event_event_id_seq'::regclass;
create temporary table function_source as
select
    p.proname::text as name,
    regexp_replace(p.prosrc, '--[^\n]*', '', 'g') as body
from pg_proc as p
where p.pronamespace = 'flowfabric'::regnamespace;

-- given all tables whose rows get an id from the sequence of events; then
select is(
    (select count(*) from drawing),
    8::bigint,
    'the eight tables of events draw from the sequence'
);
create function pg_temp.is_seen(p_table regclass)
returns boolean
language plpgsql
as $is_seen$
declare
    v_is_seen boolean;
begin
    perform pg_current_xact_id();
    begin
        execute format('lock table %s in row exclusive mode', p_table);
        v_is_seen := (
            select pg_current_xact_id()::xid::text = any (h.p_holders)
            from flowfabric._gate_holders('flowfabric.ff_event') as h
        );
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        when raise_exception then
            null;
    end;
    return v_is_seen and not (
        select pg_current_xact_id()::xid::text = any (h.p_holders)
        from flowfabric._gate_holders('flowfabric.ff_event') as h
    );
end;
$is_seen$;
select results_eq(
    'select pg_temp.is_seen(d.name) from drawing as d',
    'select true from generate_series(1, 8)',
    'the lock of an insert into each of them is looked at, and no other lock'
);
select is_empty(
    $$select f.name from function_source as f
    where f.body ~* '(nextval|setval)\s*\(\s*''(flowfabric\.)?ff_event_event_id_seq'$$,
    'no function draws an id by itself'
);
select set_eq(
    $$select f.name from function_source as f where f.body ~* 'into\s+ff_event\s'$$,
    $$values
    ('ff_claim'), ('_claim_one'), ('ff_claim_batch'), ('ff_complete'), ('ff_complete_batch'),
    ('_record_event'), ('_record_batch'), ('_record_operation')$$,
    'these functions write events'
);
select is_empty(
    $$select f.name from function_source as f where f.body ~* 'into\s+ff_event_[0-7]\M'$$,
    'and write them where the view leads to'
);
select * from finish();
rollback;
