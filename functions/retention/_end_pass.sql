create or replace function _end_pass(p_pass_id uuid)
returns uuid
language plpgsql
as $_end_pass$
declare
    v_most constant integer := 2000;
    v_pass_id constant uuid := gen_random_uuid();
    v_row_ids tid[];
begin
    -- The doubts of a pass were committed with the row of ff_retention_log that began it. So every
    -- session that went on with the pass has seen them, and no execution names what is left.
    v_row_ids := array(
        select r.ctid
        from ff_route as r
        where
            r.route_id in (
                select d.route_id
                from ff_route_doubt as d
                where d.pass_id = p_pass_id
            )
            and r.closed_at is not null
            and not exists (
                select 1
                from ff_exec_core as e
                where e.route_id = r.route_id and e.claimable_at is not null
                offset 0
            )
        for update skip locked
    );
    delete from ff_route as r where r.ctid = any (v_row_ids);
    v_row_ids := array(
        select d.ctid
        from ff_route_doubt as d
        where
            d.pass_id = p_pass_id
            and not exists (select 1 from ff_route as r where r.route_id = d.route_id)
        for update skip locked
    );
    update ff_route_doubt as d
    set removed_by = pg_current_xact_id(), pass_id = null
    where d.ctid = any (v_row_ids);

    -- of the next pass: routes that were closed when it began
    v_row_ids := array(
        select d.ctid
        from ff_route_doubt as d
        left join ff_route as r on r.route_id = d.route_id
        where d.removed_by is null and (r.route_id is null or r.closed_at is not null)
        order by d.doubt_id
        limit v_most
        for update of d skip locked
    );
    update ff_route_doubt as d set pass_id = v_pass_id where d.ctid = any (v_row_ids);
    return v_pass_id;
end;
$_end_pass$;

comment on function _end_pass is
'Ends a pass through all executions: removes the closed routes that it has found no execution of, and begins the next pass with other routes that are in doubt. Returns the next pass.';
