create or replace function _tag_digest(p_value text)
returns bytea
language sql
immutable
as $_tag_digest$
    select substr(sha256(convert_to(p_value, 'UTF8')), 1, 8)
$_tag_digest$;

comment on function _tag_digest is 'The digest of a value in the index of a tag.';
