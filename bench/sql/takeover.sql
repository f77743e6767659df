-- One commit: a claim takes over what a crashed worker held.
select lease_epoch
from flowfabric.ff_claim('default', 'worker-1', 'worker-1-b', p_lease_ttl_ms => 3600000) \gset
