create or replace function _is_needed(
    p_kind ff_quota_token_kind,
    p_bucket _bucket,
    p_state ff_state
)
returns boolean
language sql
immutable
as $_is_needed$
    select case p_kind
        when 'slot' then p_bucket.max_concurrent > 0
        -- the attempt that goes on was counted when it began
        else p_bucket.max_per_window > 0 and not _is_resumable(p_state)
    end
$_is_needed$;

comment on function _is_needed is
'Does an execution in this state need a token of this kind to be claimed?';
