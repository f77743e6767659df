create or replace function _reserved_until(p_execution ff_exec_core, p_now timestamptz)
returns timestamptz
language plpgsql
stable
as $_reserved_until$
begin
    return (
        select max(g.expires_at)
        from ff_claim_grant as g
        where
            g.execution_id = p_execution.execution_id
            and _still_reserves(g, p_execution)
            and g.expires_at > p_now
    );
end;
$_reserved_until$;

comment on function _reserved_until is
'When the grant that reserves the execution lapses; null when no grant reserves it.';
