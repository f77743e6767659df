create or replace function _content_digest(p_input jsonb, p_payload bytea)
returns bytea
language sql
immutable
as $_content_digest$
    -- the first byte keeps "no content", JSON and bytes apart
    select sha256(case
        when p_input is not null then decode('6a', 'hex') || convert_to(p_input::text, 'UTF8')
        when p_payload is not null then decode('62', 'hex') || p_payload
        else ''
    end)
$_content_digest$;

comment on function _content_digest is
'The digest of submitted content, which tells whether two submissions are the same.';
