create or replace function _needs_token(
    p_kind ff_quota_token_kind,
    p_bucket _bucket,
    p_state ff_state
)
returns boolean
language sql
immutable
as $_needs_token$
    select case p_kind
        when 'slot' then p_bucket.max_concurrent > 0
        -- the attempt that goes on was counted when it began
        else p_bucket.max_per_window > 0 and not _is_resumable(p_state)
    end
$_needs_token$;

comment on function _needs_token is
'Does an execution in this state need a token of this kind to be claimed?';
