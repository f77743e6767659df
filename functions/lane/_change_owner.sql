create or replace function _change_owner(
    p_object text,
    p_name text,
    p_owner text,
    p_namespace text
)
returns text
language plpgsql
as $_change_owner$
declare
    v_limit_id constant uuid := case
        when p_object in ('budget', 'quota_policy') then _parse_uuid('p_name', p_name)
    end;
    v_previous_owner text;
begin
    -- the previous owner is read from the locked row, before the update
    case p_object
        when 'consumer' then
            select c.owner_name into v_previous_owner
            from ff_consumer as c
            where c.consumer = p_name
            for no key update;
            update ff_consumer as c set owner_name = p_owner where c.consumer = p_name;
        when 'budget' then
            select b.owner_name into v_previous_owner
            from ff_budget as b
            where b.budget_id = v_limit_id
            for no key update;
            update ff_budget as b set owner_name = p_owner where b.budget_id = v_limit_id;
        when 'quota_policy' then
            select q.owner_name into v_previous_owner
            from ff_quota_policy as q
            where q.quota_policy_id = v_limit_id
            for no key update;
            update ff_quota_policy as q
            set owner_name = p_owner
            where q.quota_policy_id = v_limit_id;
        else
            select w.owner_name into v_previous_owner
            from ff_worker as w
            where w.namespace = p_namespace and w.worker_instance_id = p_name
            for no key update;
            update ff_worker as w
            set owner_name = p_owner
            where w.namespace = p_namespace and w.worker_instance_id = p_name;
    end case;
    return v_previous_owner;
end;
$_change_owner$;

comment on function _change_owner is
'Writes the owner of an object and returns the previous owner; null if the object does not exist.';
