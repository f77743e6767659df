create or replace function _after_ms(p_from timestamptz, p_ms bigint)
returns timestamptz
language sql
stable
as $_after_ms$
    select p_from + p_ms * interval '1 millisecond'
$_after_ms$;

comment on function _after_ms is 'The instant p_ms milliseconds after another.';
