begin;
select plan(23);
\set function ff_renew_lease
\set arguments 'p_lease_ttl_ms => 60000'
\set may_override false
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
