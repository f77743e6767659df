create or replace function _shown_owners(p_kind text)
returns text[]
language plpgsql
stable
as $_shown_owners$
declare
    v_roles constant name[] := _acting_roles();
    v_is_operator constant boolean := _acts_as_operator(v_roles);
    v_owner text := '';
    v_owners text[] := '{}'::text[];
begin
    -- from one owner to the next, by the index
    loop
        v_owner := case p_kind
            when 'budget' then (
                select min(b.owner_name) from ff_budget as b where b.owner_name > v_owner
            )
            else (
                select min(q.owner_name) from ff_quota_policy as q where q.owner_name > v_owner
            )
        end;
        exit when v_owner is null;
        if v_is_operator or v_owner = any (v_roles::text[]) or _is_for_everybody(v_owner) then
            v_owners := v_owners || v_owner;
        end if;
    end loop;
    return v_owners;
end;
$_shown_owners$;

comment on function _shown_owners is
'The owners of budgets (p_kind budget), or of quota policies, whose limits the caller may use.';
