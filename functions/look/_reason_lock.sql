create or replace function _reason_lock(p_holder xid)
returns _gate
language plpgsql
stable
as $_reason_lock$
declare
    r_holder record;
begin
    select l.pid, a.application_name, a.state, a.xact_start
    into r_holder
    from pg_locks as l
    left join pg_stat_activity as a on a.pid = l.pid
    where
        l.locktype = 'transactionid'
        and l.mode = 'ExclusiveLock'
        and l.transactionid = p_holder
        and l.pid is distinct from pg_backend_pid()
    limit 1;
    return (
        'lock',
        not found,
        case when found then 'held' else 'free' end,
        case
            when found then jsonb_strip_nulls(jsonb_build_object(
                'pid', r_holder.pid,
                'is_prepared', r_holder.pid is null,
                'application_name', r_holder.application_name,
                'session_state', r_holder.state,
                'open_since', r_holder.xact_start
            ))
            else '{}'
        end,
        case when found then 'the end of the transaction that holds its row' end,
        null
    )::_gate;
end;
$_reason_lock$;

comment on function _reason_lock is
'Does an open transaction hold the row, so that claims skip it? p_holder is the xmax of the row. Part of ff_explain.';
