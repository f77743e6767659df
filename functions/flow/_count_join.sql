create or replace function _count_join(p_policy ff_join_policy)
returns bigint
language sql
volatile
as $_count_join$
    select nextval(case p_policy
        when 'all_of' then 'ff_all_of_joins'::regclass
        when 'any_of' then 'ff_any_of_joins'::regclass
        else 'ff_quorum_joins'::regclass
    end)
$_count_join$;

comment on function _count_join is 'Counts a join that got this policy, for ff_metrics.';
