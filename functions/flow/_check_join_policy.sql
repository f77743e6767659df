create or replace function _check_join_policy(p_policy text, p_k integer, p_on_satisfied text)
returns void
language plpgsql
immutable
as $_check_join_policy$
begin
    if p_policy is null then
        perform _raise_null('p_policy');
    elsif p_policy not in ('all_of', 'any_of', 'quorum') then
        perform _raise_invalid('p_policy', 'must be all_of, any_of or quorum');
    elsif p_policy = 'quorum' and p_k is null then
        perform _raise_null('p_k');
    elsif p_policy = 'quorum' and p_k < 1 then
        perform _raise_invalid('p_k', 'must be at least 1');
    elsif p_policy <> 'quorum' and p_k is not null then
        perform _raise_invalid('p_k', 'must be null unless p_policy is quorum');
    elsif p_policy <> 'all_of' and p_on_satisfied is null then
        perform _raise_null('p_on_satisfied');
    elsif p_policy = 'all_of' and p_on_satisfied is not null then
        perform _raise_invalid('p_on_satisfied', 'must be null for all_of');
    elsif p_on_satisfied not in ('cancel_remaining', 'let_run') then
        perform _raise_invalid('p_on_satisfied', 'must be cancel_remaining or let_run');
    end if;
end;
$_check_join_policy$;

comment on function _check_join_policy is 'Refuses a policy of a join whose parts do not fit together.';
