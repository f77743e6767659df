create or replace function _is_own_attempt_end(p_fence _fence, p_end ff_lease_end)
returns boolean
language sql
stable
as $_is_own_attempt_end$
    select exists (
        select 1
        from ff_attempt as a
        where
            a.execution_id = p_fence.execution_id
            -- a handle does not name an attempt: the lease implies it
            and (
                num_nonnulls(p_fence.attempt_id, p_fence.attempt_index) = 0
                or (a.attempt_id, a.attempt_index)
                = (p_fence.attempt_id, p_fence.attempt_index)
            )
            and a.lease_id = p_fence.lease_id
            and a.lease_epoch = p_fence.lease_epoch
            and a.lease_ended_by = p_end
    )
$_is_own_attempt_end$;

comment on function _is_own_attempt_end is
'Like _is_own_lease_end, for an earlier attempt of an execution that was replayed.';
