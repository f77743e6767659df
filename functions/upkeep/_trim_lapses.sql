create or replace function _trim_lapses(p_limit integer)
returns integer
language plpgsql
as $_trim_lapses$
declare
    v_row_ids tid[];
begin
    v_row_ids := array(
        select l.ctid
        from (
            select o.ctid, o.lease_expires_at, o.execution_id
            from ff_lapsed_lease as o
            order by o.lease_expires_at, o.execution_id
            limit p_limit
        ) as f
        inner join ff_lapsed_lease as l on l.ctid = f.ctid
        where not exists (
            select 1
            from ff_exec_core as e
            where
                e.execution_id = f.execution_id
                and e.state in ('active', 'revoked')
                and e.lease_expires_at = f.lease_expires_at
        )
        for update of l skip locked
    );
    delete from ff_lapsed_lease as l where l.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_trim_lapses$;

comment on function _trim_lapses is
'Removes, among the oldest notes of lost leases, those whose leases were taken over, renewed or ended, except notes that another open tick has locked; returns how many.';
