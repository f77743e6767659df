-- Two commits: a scheduler assigns what a crashed worker held, another one takes it over.
select execution_id, grant_key
from flowfabric.ff_claim_for_worker('default', 'worker-1', 'worker-1-b') \gset
select lease_epoch
from flowfabric.ff_reclaim_execution(
    :execution_id, :grant_key, 'worker-1', 'worker-1-b', p_lease_ttl_ms => 3600000
)
where outcome = 'claimed' \gset
