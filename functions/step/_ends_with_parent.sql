create or replace function _ends_with_parent(p_options jsonb)
returns boolean
language sql
immutable
as $_ends_with_parent$
    select coalesce(p_options ->> 'on_parent_end', 'cancel') = 'cancel'
$_ends_with_parent$;

comment on function _ends_with_parent is
'Is a child with these options cancelled when its parent ends otherwise than completed?';
