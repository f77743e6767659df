with claimed as materialized (
    select array_agg(c.handle) as handles
    from flowfabric.ff_claim_batch('default', 'worker-1', 'worker-1-a', 100) as c
)
select count(*)
from claimed as c
cross join lateral flowfabric.ff_complete_batch(
    c.handles, array_fill('{"ok": true}'::jsonb, array[100])
) as f;
