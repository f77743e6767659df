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
            -- in a small installation the owner or a superuser plays every role: the source that it
            -- names counts
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
'Does a signal come from the side that asks for it: from the same role, or under the name of the same worker or process?';
