create or replace function _check_grant_notes(
    p_capability_hash text,
    p_route_snapshot jsonb,
    p_admission_summary text
)
returns void
language plpgsql
stable
as $_check_grant_notes$
declare
    v_limit constant integer := 65536;
begin
    if octet_length(p_capability_hash) > v_limit then
        perform _raise_invalid('p_capability_hash', 'must be at most 65536 bytes');
    elsif octet_length(p_admission_summary) > v_limit then
        perform _raise_invalid('p_admission_summary', 'must be at most 65536 bytes');
    end if;
    perform _check_json('p_route_snapshot', p_route_snapshot, v_limit);
end;
$_check_grant_notes$;

comment on function _check_grant_notes is 'Refuses more than a scheduler may note with a grant.';
