create or replace function _is_own_signal(
    p_asking_role text,
    p_worker_id text,
    p_worker_instance_id text,
    p_delivered_by text,
    p_source_identity text
)
returns boolean
language plpgsql
stable
as $_is_own_signal$
begin
    return p_source_identity in (p_worker_id, p_worker_instance_id)
        or (
            p_delivered_by = p_asking_role
            -- the owner, or a superuser, may be everybody in a small installation, if it says so
            and (
                p_source_identity = p_delivered_by
                or not exists (
                    select 1
                    from pg_roles as r
                    where
                        r.rolname = p_delivered_by::name
                        and (r.rolsuper or current_user = any(_roles_of(r.rolname)))
                )
            )
        );
end;
$_is_own_signal$;

comment on function _is_own_signal is
'Does a signal come from who asks: from its role, or under the name of its worker or process?';
