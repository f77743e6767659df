begin;
select plan(19);
\set function ff_renew_lease
\set arguments 'p_lease_ttl_ms => 60000'
\ir ../../lib/typed/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
