create or replace function _suspended_ids(p_most integer)
returns uuid[]
language plpgsql
stable
as $_suspended_ids$
declare
    v_ids constant uuid[] := array(
        select s.execution_id from ff_suspension as s where s.closed_at is null limit p_most
    );
begin
    return case when cardinality(v_ids) < p_most then v_ids end;
end;
$_suspended_ids$;

comment on function _suspended_ids is 'The suspended executions; null when there are p_most or more.';
