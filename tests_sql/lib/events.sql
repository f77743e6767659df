-- The events in short, and everything that is stored: to show what was written, or that nothing
-- was.
\set QUIET on
create function pg_temp.events()
returns table (kind text, outcome text, executions text, epochs text, worker_id text)
language sql
as $events$
    -- of an execution, its number is shown (lib/numbered_executions.sql)
    select
        e.kind::text,
        e.outcome::text,
        (
            select array_agg(pg_temp.number(i.execution_id) order by i.place)::text
            from unnest(coalesce((e.batch).execution_ids, array[e.execution_id]))
                with ordinality as i (execution_id, place)
        ),
        coalesce((e.batch).lease_epochs, array[e.lease_epoch])::text,
        e.worker_id
    from flowfabric.ff_event as e
    order by e.event_id
$events$;

create function pg_temp.stored()
returns text
language sql
as $stored$
    select md5(concat(
        (select string_agg(e::text, '|' order by e.execution_id) from flowfabric.ff_exec_core as e),
        '#',
        (select string_agg(a::text, '|' order by a.lease_epoch,
        a.lease_id) from flowfabric.ff_attempt as a),
        '#',
        (select string_agg(v::text, '|' order by v.event_id) from flowfabric.ff_event as v),
        '#',
        (select string_agg(o::text, '|' order by o.event_id) from flowfabric.ff_operator_event as o),
        '#',
        (select string_agg(s::text, '|' order by s.suspension_id) from flowfabric.ff_suspension as s),
        '#',
        (select string_agg(w::text, '|' order by w.waitpoint_id) from flowfabric.ff_waitpoint as w),
        '#',
        (select string_agg(g::text, '|' order by g.signal_number) from flowfabric.ff_signal as g),
        '#',
        (select string_agg(p::text, '|' order by p.execution_id, p.place) from flowfabric.ff_step as p),
        '#',
        (select string_agg(m::text, '|' order by m.mail_number) from flowfabric.ff_mailbox as m)
    ))
$stored$;
