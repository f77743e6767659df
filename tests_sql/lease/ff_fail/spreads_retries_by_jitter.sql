begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a hundred executions with the same backoff; when all of them fail at once; then
create temporary table waits as
select
    b.description,
    (flowfabric.ff_fail(
        pg_temp.lease(
            p_policy => jsonb_build_object('retry_policy', jsonb_build_object('backoff', b.backoff))
        ),
        'broken'
    )).retry_in_ms as retry_in_ms
from (
    values
    ('exponential', '{"type": "exponential", "jitter": true}'::jsonb),
    ('fixed', '{"type": "fixed", "delay_ms": 10000, "jitter": true}'),
    ('none', '{"type": "fixed", "delay_ms": 10000, "jitter": false}'),
    ('null', '{"type": "fixed", "delay_ms": 10000, "jitter": null}')
) as b (description, backoff)
cross join generate_series(1, 100);

select
    ok(
        min(w.retry_in_ms) >= j.shortest and max(w.retry_in_ms) <= j.longest,
        format('%s: from %s to %s ms', j.description, j.shortest, j.longest)
    )
from (
    values ('exponential', 500, 1000),
    ('fixed', 5000, 10000),
    ('none', 10000, 10000),
    ('null', 10000, 10000)
) as j (description, shortest, longest)
inner join waits as w on j.description = w.description
group by j.description, j.shortest, j.longest
order by j.description;
select ok(count(distinct w.retry_in_ms) > 50, 'their retries are due at different times')
from waits as w
where w.description = 'fixed';

select * from finish();
rollback;
