-- tests_sql/submit/ff_create_execution/refuses_bad_idempotency_keys.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- when a key is empty or longer than 512 bytes; then
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => '')$$,
    '22023', 'p_idempotency_key must be 1 to 512 bytes', 'an empty key is refused'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => repeat('k', 513))$$,
    '22023', 'p_idempotency_key must be 1 to 512 bytes', '513 bytes are refused'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => repeat('ä', 257))$$,
    '22023', 'p_idempotency_key must be 1 to 512 bytes', 'bytes are counted, not characters'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => repeat('k', 512))$$,
    '512 bytes are accepted'
);
select * from finish();
rollback;
