create or replace function _attempt_outcome(p_what text)
returns text
language sql
immutable
as $_attempt_outcome$
    select case p_what
        when 'completed:success' then 'ok'
        when 'completed:failed' then 'error'
        when 'completed:expired' then 'timeout'
        when 'completed:cancelled' then 'cancelled'
        when 'released:retry_scheduled' then 'retry'
    end
$_attempt_outcome$;

comment on function _attempt_outcome is
'The outcome of an attempt, as ff_metrics names it, that a kind of event tells; null: none.';
