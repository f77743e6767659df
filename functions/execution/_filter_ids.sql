create or replace function _filter_ids(
    p_filter _execution_filter,
    p_newest_first boolean,
    p_after uuid,
    p_most integer
)
returns uuid[]
language plpgsql
stable
as $_filter_ids$
declare
    v_ids uuid[];
begin
    if p_filter.execution_ids is not null then
        return p_filter.execution_ids;
    end if;
    if p_filter.idempotency_key is not null then
        v_ids := _ids_of_key(p_filter.namespace, p_filter.idempotency_key);
        if v_ids <> '{}' then
            return v_ids;
        end if;
    end if;
    if p_filter.flow_id is not null then
        return array(
            select m.execution_id
            from ff_flow_member as m
            where
                m.flow_id = p_filter.flow_id
                and (
                    p_after is null
                    or case
                        when p_newest_first then m.execution_id < p_after
                        else m.execution_id > p_after
                    end
                )
            order by
                case when p_newest_first then m.execution_id end desc,
                case when not p_newest_first then m.execution_id end
            limit p_most
        );
    elsif p_filter.worker_instance_id is not null then
        return _ids_of_worker(p_filter.worker_instance_id, p_filter.lane_id, p_most);
    end if;
    return null;
end;
$_filter_ids$;

comment on function _filter_ids is
'The only executions that a filter can match, read from other tables than theirs, at most p_most; null when it can match any.';
