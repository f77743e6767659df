-- tests_sql/submit/ff_create_execution/refuses_bad_kinds_namespaces_and_actors.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
-- when a kind, a namespace or an actor is not 1 to 256 bytes without control characters; then
prepare submit_of_kind (text) as
select flowfabric.ff_create_execution('lane', p_kind => $1);
prepare submit_in (text) as
select flowfabric.ff_create_execution('lane', p_namespace => $1);
prepare submit_for (text) as
select flowfabric.ff_create_execution('lane', p_actor => $1);

select throws_ok(
    $$execute submit_of_kind('')$$,
    '22023', 'p_kind must be 1 to 256 bytes without control characters', 'an empty kind'
);
select throws_ok(
    $$execute submit_of_kind(repeat('k', 257))$$,
    '22023', 'p_kind must be 1 to 256 bytes without control characters', 'a kind of 257 bytes'
);
select throws_ok(
    $$execute submit_of_kind(repeat('ä', 129))$$,
    '22023', 'p_kind must be 1 to 256 bytes without control characters',
    'a kind of 129 characters in 258 bytes'
);
select throws_ok(
    $$execute submit_of_kind(E'a\tb')$$,
    '22023', 'p_kind must be 1 to 256 bytes without control characters', 'a kind with a tab'
);
select throws_ok(
    $$execute submit_in('')$$,
    '22023', 'p_namespace must be 1 to 256 bytes without control characters', 'an empty namespace'
);
select throws_ok(
    $$execute submit_in(repeat('n', 257))$$,
    '22023', 'p_namespace must be 1 to 256 bytes without control characters',
    'a namespace of 257 bytes'
);
select throws_ok(
    $$execute submit_in(E'n\x7f')$$,
    '22023', 'p_namespace must be 1 to 256 bytes without control characters',
    'a namespace with a control character'
);
select throws_ok(
    $$execute submit_for('')$$,
    '22023', 'p_actor must be 1 to 256 bytes without control characters', 'an empty actor'
);
select throws_ok(
    $$execute submit_for(repeat('a', 257))$$,
    '22023', 'p_actor must be 1 to 256 bytes without control characters', 'an actor of 257 bytes'
);
select throws_ok(
    $$execute submit_for(E'a\nb')$$,
    '22023', 'p_actor must be 1 to 256 bytes without control characters', 'an actor with a line end'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_kind => repeat('ä', 128), p_namespace => 'a b', p_actor => 'Ada Lovelace, Σ'
    )$$,
    '256 bytes, blanks and letters of any script are accepted'
);
select * from finish();
rollback;
