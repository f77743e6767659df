-- Six commits, each client in a lane of its own: what it resumes is what it claims next.
select execution_id
from flowfabric.ff_create_execution('client-' || :client_id, '{"order_id": 4711}') \gset
select handle
from flowfabric.ff_claim('client-' || :client_id, 'worker-1', 'worker-1-a') \gset
select
    waitpoints #>> '{0,waitpoint_id}' as waitpoint_id,
    waitpoints #>> '{0,token}' as token
from flowfabric.ff_suspend(:handle, '{"signal": "approved", "on": "review"}') \gset
select effect
from flowfabric.ff_deliver_signal(:execution_id, :waitpoint_id, :token, 'approved')
where effect = 'resume_condition_satisfied' \gset
select handle
from flowfabric.ff_claim('client-' || :client_id, 'worker-1', 'worker-1-a')
where attempt_type = 'resume' \gset
select is_replay from flowfabric.ff_complete(:handle, '{"ok": true}');
