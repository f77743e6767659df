create or replace function _installation_id()
returns text
language sql
stable
as $_installation_id$
    select m.value from ff_meta as m where m.key = 'installation_id'
$_installation_id$;

comment on function _installation_id is 'The identity of this installation, which stands in its cursors.';
