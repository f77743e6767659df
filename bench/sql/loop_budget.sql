select outcome from flowfabric.ff_create_execution(
    'default', '{"order_id": 4711}',
    p_budget_ids => '{00000000-0000-7000-8000-0000000000b1}'
);
select handle from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
