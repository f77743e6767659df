create or replace function _has_session(p_session_pid integer)
returns boolean
language plpgsql
stable
as $_has_session$
begin
    return pg_is_in_recovery() or exists (
        select
        from pg_stat_get_activity(p_session_pid) as a
        inner join pg_database as d on d.oid = a.datid
        where d.datname = current_database()
    );
end;
$_has_session$;

comment on function _has_session is
'Does this database have a session with this process id? A standby has the registrations of its primary and not its sessions: there the answer is yes.';
