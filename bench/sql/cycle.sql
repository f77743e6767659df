-- Two commits. A claim that answers no row is an error here: \gset wants exactly one.
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
