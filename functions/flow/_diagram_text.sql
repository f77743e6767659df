create or replace function _diagram_text(p_text text)
returns text
language sql
immutable
as $_diagram_text$
    -- what Mermaid would take for its own syntax, or a browser for markup
    select replace(replace(replace(replace(replace(
        p_text, '#', '#35;'), '"', '#quot;'), '<', '#lt;'), '>', '#gt;'), '`', '#96;')
$_diagram_text$;

comment on function _diagram_text is 'A name as it may stand in a diagram of Mermaid.';
