select outcome from flowfabric.ff_create_execution('default', '{"order_id": 4711}');
