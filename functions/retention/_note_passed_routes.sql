create or replace function _note_passed_routes(p_pass_id uuid, p_from uuid, p_to uuid)
returns uuid
language plpgsql
as $_note_passed_routes$
declare
    v_met integer[];
    v_doubt_ids bigint[];
    v_row_ids tid[];
begin
    if not exists (select 1 from ff_route_doubt as d where d.pass_id = p_pass_id) then
        return p_pass_id;
    end if;
    v_met := array(
        select distinct e.route_id
        from ff_exec_core as e
        where e.execution_id > p_from and e.execution_id <= p_to
    );
    v_doubt_ids := array(
        select d.doubt_id
        from ff_route_doubt as d
        where d.pass_id = p_pass_id and d.route_id = any (v_met)
    );
    v_row_ids := array(
        select d.ctid
        from ff_route_doubt as d
        where d.doubt_id = any (v_doubt_ids)
        for update skip locked
    );
    delete from ff_route_doubt as d where d.ctid = any (v_row_ids);
    -- A session that has locked a doubt may be rolled back: then the doubt would outlive what it
    -- met, so this pass decides nothing any more.
    return case when cardinality(v_row_ids) = cardinality(v_doubt_ids) then p_pass_id end;
end;
$_note_passed_routes$;

comment on function _note_passed_routes is
'Notes for a pass through all executions which closed routes are named by the executions in a range: they are in doubt no longer. Returns the pass; null when it decides nothing any more.';
