-- What ff_health says, in short. Needs clock.sql.
\set QUIET on
create function pg_temp.verdict(p_check_name text)
returns text
language sql
as $verdict$
    select h.verdict from flowfabric.ff_health() as h where h.check_name = p_check_name
$verdict$;

create function pg_temp.health_detail(p_check_name text)
returns jsonb
language sql
as $health_detail$
    select h.detail from flowfabric.ff_health() as h where h.check_name = p_check_name
$health_detail$;
