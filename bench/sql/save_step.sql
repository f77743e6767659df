-- Each client saves steps of one execution. (The bench gives n = 0.)
\if :n = 0
select handle
from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a', p_lease_ttl_ms => 3600000) \gset
\endif
\set n :n + 1
select outcome from flowfabric.ff_save_step(:handle, 'step ' || :n, '{"order_id": 4711}');
