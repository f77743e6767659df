create or replace function _default_retention_ms()
returns bigint
language sql
immutable
as $_default_retention_ms$
    select 2592000000
$_default_retention_ms$;

comment on function _default_retention_ms is
'For how long an execution is kept after its end when its policy does not say: 30 days.';
