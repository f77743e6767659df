create or replace function _filter_ids(p_filter _execution_filter, p_now timestamptz)
returns uuid[]
language plpgsql
stable
as $_filter_ids$
declare
    v_most constant integer := 10000;
    v_ids uuid[];
begin
    if p_filter.route_ids = '{}' then
        -- nothing was ever submitted in its lane
        return '{}'::uuid[];
    elsif p_filter.execution_ids is not null then
        return p_filter.execution_ids;
    end if;
    if p_filter.idempotency_key is not null then
        v_ids := _ids_of_key(p_filter.namespace, p_filter.idempotency_key);
        if v_ids <> '{}' then
            return v_ids;
        end if;
    end if;
    if p_filter.worker_instance_id is not null
        or (select bool_and(_is_active(s.state)) from unnest(p_filter.states) as s (state))
    then
        return _held_ids(p_filter, p_now, v_most);
    elsif (select bool_and(_is_suspended(s.state)) from unnest(p_filter.states) as s (state)) then
        return _suspended_ids(v_most);
    end if;
    return null;
end;
$_filter_ids$;

comment on function _filter_ids is
'The only executions that a filter can match, read from other tables than theirs; null when it can match any, or too many.';
