-- Two commits, with the handles out and back in between, as a worker does it.
select array_agg(handle) as handles
from flowfabric.ff_claim_batch('default', 'worker-1', 'worker-1-a', 100) \gset
select count(*)
from flowfabric.ff_complete_batch(:handles, array_fill('{"ok": true}'::jsonb, array[100]));
