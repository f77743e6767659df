begin;
select plan(3);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(
            format('select * from flowfabric.ff_read_claim_grant_identity(%L)', b.execution_id)
        ),
        b.refusal,
        b.description
    )
from (
    values
    (null, '22004 p_execution_id', 'null'),
    ('', '22P02', 'nothing'),
    ('00000000-0000-7000-8000-00000000000', '22P02', 'a short uuid')
) as b (execution_id, refusal, description);

select * from finish();
rollback;
