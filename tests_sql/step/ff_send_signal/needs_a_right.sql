begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql

-- given a lane without grants, and one in which workers may signal; when members of the group roles
-- send a signal; then
select
    pg_temp.submit('open') as open_id,
    pg_temp.submit('granted') as granted_id,
    (flowfabric.ff_grant_lane('granted', 'ff_worker', '{signal}')).outcome as granted
\gset
create temporary table caller as
select
    r.group_role,
    pg_temp.login_of(r.group_role) as login
from unnest('{ff_producer,ff_operator,ff_worker,ff_approver,ff_reader}'::text[]) as r (group_role);
select
    is(
        pg_temp.refusal_as(
            c.login, format('select flowfabric.ff_send_signal(%L, ''go'')', l.execution_id)
        ),
        case
            when c.group_role = 'ff_reader' then '42501'
            when c.group_role = any(l.allowed) then 'nothing'
            else 'ZF801 not_authorised'
        end,
        c.group_role || ' in a lane ' || l.description
    )
from caller as c
cross join (
    values
    (:'open_id', '{ff_producer,ff_operator}'::text[], 'without grants'),
    (:'granted_id', '{ff_worker}', 'that was granted to workers')
) as l (execution_id, allowed, description);
-- when a producer asks for an execution that does not exist, and a worker does; then
select
    is(
        pg_temp.refusal_as(
            c.login,
            $$select flowfabric.ff_send_signal('0192f0a0-1111-7111-8111-123456789012', 'go')$$
        ),
        case c.group_role
            when 'ff_producer' then 'ZF201 execution_not_found' else 'ZF801 not_authorised'
        end,
        c.group_role || ' where there is no execution'
    )
from caller as c
where c.group_role in ('ff_producer', 'ff_worker');
select * from finish();
rollback;
