create or replace function _period_of(p_now timestamptz, p_period_ms bigint)
returns timestamptz
language sql
immutable
as $_period_of$
    select to_timestamp(
        floor(extract(epoch from p_now) * 1000 / p_period_ms) * p_period_ms / 1000
    )
$_period_of$;

comment on function _period_of is
'When the present period of a limit began: periods follow each other from the year 1970 on.';
