select count(*)
from flowfabric.ff_create_executions('default', array_fill('{"order_id": 4711}'::jsonb, array[1000]));
