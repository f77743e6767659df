create or replace function _diagram_label(p_group ff_edge_group)
returns text
language sql
immutable
as $_diagram_label$
    select case p_group.policy
        when 'any_of' then '|any|'
        when 'quorum' then format('|%s of %s|', p_group.required_count, p_group.total_count)
        else ''
    end
$_diagram_label$;

comment on function _diagram_label is 'The label of the edges into a join in a diagram.';
