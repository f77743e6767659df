create or replace function _join_verdict(
    p_policy ff_join_policy,
    p_required_count integer,
    p_total_count bigint,
    p_satisfied_count bigint,
    p_lost_count bigint
)
returns ff_edge_group_state
language sql
immutable
as $_join_verdict$
    -- each literal is cast by itself: a cast of the whole would not be a constant, nor inlined
    select case
        when p_satisfied_count >= case
            when p_policy = 'all_of' then p_total_count else p_required_count
        end then 'satisfied'::ff_edge_group_state
        -- Too few are left that could still complete. Only a loss can cause this, and not while
        -- there are fewer edges than it needs, because more can be added.
        when p_lost_count > 0 and p_total_count >= case
            when p_policy = 'all_of' then p_total_count else p_required_count
        end and p_lost_count > p_total_count - case
            when p_policy = 'all_of' then p_total_count else p_required_count
        end then 'impossible'::ff_edge_group_state
        else 'pending'::ff_edge_group_state
    end
$_join_verdict$;

comment on function _join_verdict is 'The state of a join that follows from the numbers of its resolved edges.';
