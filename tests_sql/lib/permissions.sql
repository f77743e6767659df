-- Who may run a statement: the group roles, and one role that has nothing to do with FlowFabric,
-- each tries it. Only a missing permission counts as a no; what the statement wrote is taken back.
\set QUIET on
create function pg_temp.may(p_role name, p_statement text)
returns boolean
language plpgsql
as $may$
begin
    perform set_config('role', p_role, true);
    execute p_statement;
    raise exception 'take it back' using errcode = 'P0999';
exception
    when insufficient_privilege then
        return false;
    when others then
        return true;
end;
$may$;

create function pg_temp.who_may(p_statement text)
returns text
language sql
as $who_may$
    select coalesce(string_agg(r.role_name, ', ' order by r.item), 'nobody')
    from unnest(
        array['ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader', 'pg_monitor']
    ) with ordinality as r (role_name, item)
    where pg_temp.may(r.role_name::name, p_statement)
$who_may$;
