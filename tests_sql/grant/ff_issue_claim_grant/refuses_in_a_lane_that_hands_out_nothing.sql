begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql

-- given a lane of each state; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
    perform flowfabric.ff_set_lane_state('lane' || n, (array['active', 'paused', 'draining', 'disabled'])[n])
    from generate_series(1, 4) as n;
end;
$given$;
select
    is(
        coalesce(
            pg_temp.error_of(
                format(
                    'select flowfabric.ff_issue_claim_grant(pg_temp.id(%s), ''a'', ''a-1'')', s.n
                )
            ) #> '{detail}' ->> 'lane_state',
            'granted'
        ),
        s.answer,
        s.answer
    )
from (
    values (1, 'granted'), (2, 'paused'), (3, 'granted'), (4, 'disabled')
) as s (n, answer);

select * from finish();
rollback;
