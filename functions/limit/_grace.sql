create or replace function _grace()
returns interval
language sql
immutable
as $_grace$
    select interval '1 second'
$_grace$;

comment on function _grace is
'For how long a row that is due keeps its place in the line from those behind it, when no claim takes it. Inlined where it is called.';
