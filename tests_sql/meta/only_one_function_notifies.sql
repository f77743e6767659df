begin;
select plan(1);
-- A transaction that has notified cannot be prepared, and its commit takes a lock that all such
-- commits share: so one function notifies, at the commit, when a worker or a reader sleeps.
select is(
    (
        select array_agg(p.proname::text order by p.proname)
        from pg_proc as p
        where
            p.pronamespace = 'flowfabric'::regnamespace
            and regexp_replace(p.prosrc, '--[^\n]*', '', 'g')
            ~* '\mpg_notify\M|\mnotify\s+\w+\s*[,;]'
    ),
    '{_ring_at_commit}',
    '_ring_at_commit notifies, and no other function'
);
select * from finish();
rollback;
