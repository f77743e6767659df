create or replace function _acts_as_owner(p_roles name[])
returns boolean
language sql
stable
as $_acts_as_owner$
    -- a login that is the owner itself acts as the owner only after SET ROLE; in an installation
    -- without group roles the owner is the only operator, so it needs no SET ROLE
    select current_user = any(p_roles) and (
        current_setting('role') <> 'none'
        or session_user <> current_user
        or not exists (select 1 from pg_roles as r where r.rolname = 'ff_operator')
    )
$_acts_as_owner$;

comment on function _acts_as_owner is
'Does a caller with these roles act as the owner of the installation: by a membership that was granted, or by SET ROLE?';
