create or replace function _terms_of_handle(p_lease_epoch bigint, p_lease_ttl_ms bigint)
returns text
language sql
stable
as $_terms_of_handle$
    select substr(
        _format_handle(
            '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000',
            p_lease_epoch, p_lease_ttl_ms
        ),
        74, 30
    )
$_terms_of_handle$;

comment on function _terms_of_handle is
'The part of a handle that leases with one epoch and ttl have in common: from the lease to the check digits.';
