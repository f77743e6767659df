create or replace function _has_blank(p_value text)
returns boolean
language sql
immutable
as $_has_blank$
    -- listed one by one, because the class of spaces differs between locales
    select p_value collate "C" ~ (
        e'[[:space:][:cntrl:]\\u0080-\\u00a0\\u1680\\u2000-\\u200a'
        || e'\\u2028\\u2029\\u202f\\u205f\\u3000]'
    )
$_has_blank$;

comment on function _has_blank is 'Does a text contain white space or a control character? Null for null.';
