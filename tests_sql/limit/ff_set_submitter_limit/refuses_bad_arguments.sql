-- noqa: disable=LT02,LT09,AL03
begin;
select plan(17);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
select
    is(pg_temp.refusal(format('select flowfabric.%s', c.call)), c.refusal, c.call)
from (
    values
    ('ff_set_submitter_limit(null)', '22004 p_lane_id'),
    ($$ff_set_submitter_limit('')$$, '22023 p_lane_id'),
    ($$ff_set_submitter_limit('lane', '')$$, '22023 p_submitter'),
    ($$ff_set_submitter_limit('lane', 'no such role')$$, '22023 p_submitter'),
    ($$ff_set_submitter_limit('lane', repeat('x', 64))$$, '22023 p_submitter'),
    ($$ff_set_submitter_limit('lane', p_max_unfinished => -1)$$, '22023 p_max_unfinished'),
    (
        $$ff_set_submitter_limit('lane', p_max_unfinished_bytes => -1)$$,
        '22023 p_max_unfinished_bytes'
    ),
    (
        $$ff_set_submitter_limit('lane', p_max_submissions => 1000000000000001)$$,
        '22023 p_max_submissions'
    ),
    ($$ff_set_submitter_limit('lane', p_period_ms => 999)$$, '22023 p_period_ms'),
    ($$ff_set_submitter_limit('lane', p_period_ms => null)$$, '22004 p_period_ms'),
    ($$ff_set_submitter_limit('lane', p_actor => '')$$, '22023 p_actor'),
    ('ff_remove_submitter_limit(null)', '22004 p_lane_id'),
    ($$ff_remove_submitter_limit('lane', '')$$, '22023 p_submitter'),
    ($$ff_remove_submitter_limit('lane', p_actor => '')$$, '22023 p_actor'),
    ('ff_list_submitter_limits(p_limit => 1001)', '22023 p_limit'),
    ('ff_list_submitter_limits(p_limit => null)', '22004 p_limit'),
    ($$ff_list_submitter_limits('')$$, '22023 p_lane_id')
) as c (call, refusal);
select * from finish();
rollback;
