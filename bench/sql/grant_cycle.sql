-- Three commits: a scheduler assigns, the worker redeems and completes.
select execution_id, grant_key
from flowfabric.ff_claim_for_worker('default', 'worker-1', 'worker-1-a') \gset
select handle
from flowfabric.ff_claim_execution(:execution_id, :grant_key, 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
