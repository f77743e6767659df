create or replace function _count_use(p_budget_id uuid)
returns void
language sql
as $_count_use$
    update ff_budget as b set use_count = b.use_count + 1 where b.budget_id = p_budget_id
$_count_use$;

comment on function _count_use is
'Notes in the row of a locked budget that it is charged or that a part of it is set aside: a call that locks the row in an older snapshot raises 40001.';
