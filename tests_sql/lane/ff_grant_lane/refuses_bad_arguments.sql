begin;
select plan(17);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.%s', c.call)), c.refusal, coalesce(c.call, 'null')
    )
from (
    values
    ($$ff_grant_lane(null, 'public', '{read}')$$, '22004 p_lane_id'),
    ($$ff_grant_lane('', 'public', '{read}')$$, '22023 p_lane_id'),
    ($$ff_grant_lane('lane', null, '{read}')$$, '22004 p_role'),
    ($$ff_grant_lane('lane', '', '{read}')$$, '22023 p_role'),
    ($$ff_grant_lane('lane', 'nobody we know', '{read}')$$, '22023 p_role'),
    ($$ff_grant_lane('lane', repeat('x', 64), '{read}')$$, '22023 p_role'),
    ($$ff_grant_lane('lane', 'public', null)$$, '22004 p_verbs'),
    ($$ff_grant_lane('lane', 'public', '{}')$$, '22023 p_verbs'),
    ($$ff_grant_lane('lane', 'public', '{read,null}')$$, '22023 p_verbs'),
    ($$ff_grant_lane('lane', 'public', '{{read,claim}}')$$, '22023 p_verbs'),
    ($$ff_grant_lane('lane', 'public', '{READ}')$$, '22023 p_verbs'),
    ($$ff_grant_lane('lane', 'public', '{all}')$$, '22023 p_verbs'),
    ($$ff_grant_lane('lane', 'public', '{read}', p_reason => '')$$, '22023 p_reason'),
    ($$ff_revoke_lane('lane', null)$$, '22004 p_role'),
    ($$ff_revoke_lane('lane', 'public', '{all}')$$, '22023 p_verbs'),
    ($$ff_list_lane_grants(p_limit => -1)$$, '22023 p_limit')
) as c (call, refusal);
select is_empty('select * from flowfabric.ff_list_lane_grants()', 'no right is granted');

select * from finish();
rollback;
