create or replace function _settle_keys(
    p_keys uuid[],
    p_now timestamptz,
    p_stop_at timestamptz
)
returns uuid[]
language plpgsql
as $_settle_keys$
declare
    v_settled uuid[] := array[]::uuid[];
    v_count integer := 0;
begin
    for v_item in 1..cardinality(p_keys) loop
        -- cannot raise ZF201: it is locked already
        if _settle_candidate(_lock_execution(p_keys[v_item]), p_now) then
            v_count := v_count + 1;
            v_settled[v_count] := p_keys[v_item];
        end if;
        exit when not _has_time(p_stop_at, v_item);
    end loop;
    return v_settled;
end;
$_settle_keys$;

comment on function _settle_keys is
'Ends or parks several locked rows, one after the other; each is read anew, since the end of one may end another. Returns those that may not be claimed as they were locked.';
