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
    ('', '22023 p_execution_id', 'nothing'),
    ('00000000-0000-4000-8000-000000000001', '22023 p_execution_id', 'a bare uuid')
) as b (execution_id, refusal, description);

select * from finish();
rollback;
