create or replace function _drain_admission_debts(p_limit integer)
returns integer
language plpgsql
as $_drain_admission_debts$
declare
    v_count integer := 0;
    r_debt record;
begin
    for r_debt in
        with taken as (
            delete from ff_admission_debt as d
            where d.ctid = any (array(
                select t.ctid
                from ff_admission_debt as t
                order by t.debt_id
                limit p_limit
                for update skip locked
            ))
            returning d.limit_id, d.limit_key, d.wake_count
        )

        select t.limit_id, t.limit_key, least(sum(t.wake_count), 1000)::integer as wake_count
        from taken as t
        group by t.limit_id, t.limit_key
        order by t.limit_id, t.limit_key collate "C"
    loop
        if not _free_dead_slots(r_debt.limit_id, r_debt.limit_key) then
            insert into ff_admission_debt (limit_id, limit_key, wake_count)
            values (r_debt.limit_id, r_debt.limit_key, 1);
        end if;
        v_count := v_count + _wake(r_debt.limit_id, r_debt.limit_key, r_debt.wake_count);
    end loop;
    return v_count;
end;
$_drain_admission_debts$;

comment on function _drain_admission_debts is
'Wakes whom a release could not see; what is in somebody''s hands still is left as a debt again. Answers how many it woke.';
