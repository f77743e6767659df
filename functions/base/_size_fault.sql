create or replace function _size_fault(p_limit integer)
returns text
language sql
immutable
as $_size_fault$
    select case
        when p_limit = 16777216 then 'must be at most 16 MiB'
        else format('must be at most %s bytes', p_limit)
    end
$_size_fault$;

comment on function _size_fault is 'The text of the error about an argument that is larger than p_limit bytes.';
