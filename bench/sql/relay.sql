-- One commit: the execution that this client claimed last is completed, and the next one claimed.
-- The completion is done first: the claim is joined to its row. (The bench gives the first handle.)
select
    done.public_state,
    next.handle
from (
    select
        case
            when :handle <> 'none'
                then (flowfabric.ff_complete(:handle, '{"ok": true}')).public_state
        end as public_state
) as done
cross join lateral flowfabric.ff_claim('default', 'worker-1', 'worker-1-a') as next \gset
