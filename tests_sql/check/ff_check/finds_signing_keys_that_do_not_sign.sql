begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql

-- given the keys of a healthy database are changed by hand; then
select is(
    pg_temp.findings_after('delete from flowfabric.ff_hmac_key'),
    '{one key signs}',
    'there is no key'
);
select is(
    pg_temp.findings_after('update flowfabric.ff_hmac_key set expires_at = created_at'),
    '{one key signs}',
    'no key is active'
);
drop index flowfabric.one_active_key;
select is(
    pg_temp.findings_after(
        $$
            insert into flowfabric.ff_hmac_key (kid, inner_pad, outer_pad, created_at, activated_at)
            select 'other', k.inner_pad, k.outer_pad, k.created_at, k.activated_at
            from flowfabric.ff_hmac_key as k
        $$
    ),
    '{one key signs}',
    'two keys are active'
);

select * from finish();
rollback;
