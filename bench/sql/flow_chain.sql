-- Twenty-one commits: a flow of ten in a chain, and as many steps; whose, is all the same.
select outcome from flowfabric.ff_submit_flow('{"nodes": {
    "a": {"lane": "default"}, "b": {"lane": "default", "after": ["a"]},
    "c": {"lane": "default", "after": ["b"]}, "d": {"lane": "default", "after": ["c"]},
    "e": {"lane": "default", "after": ["d"]}, "f": {"lane": "default", "after": ["e"]},
    "g": {"lane": "default", "after": ["f"]}, "h": {"lane": "default", "after": ["g"]},
    "i": {"lane": "default", "after": ["h"]}, "j": {"lane": "default", "after": ["i"]}
}}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
