-- Each client renews a lease of its own. (The bench gives n = 0.)
\if :n = 0
select handle
from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a', p_lease_ttl_ms => 3600000) \gset
\endif
\set n :n + 1
select lease_remaining_ms from flowfabric.ff_renew(:handle);
