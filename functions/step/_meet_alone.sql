create or replace function _meet_alone(p_parent_id uuid)
returns boolean
language plpgsql
as $_meet_alone$
begin
    -- an older snapshot does not show the children that have ended since
    if current_setting('transaction_isolation') <> 'read committed' then
        return false;
    end if;
    perform
    from ff_meeting as m
    where m.parent_id = p_parent_id
    for update skip locked;
    -- without a row it has no children
    return found or not exists (select 1 from ff_meeting as m where m.parent_id = p_parent_id);
end;
$_meet_alone$;

comment on function _meet_alone is
'Does the caller have the meeting row of a parent alone from now on? Then a later statement sees every child that has ended, and the end of any other leaves a todo.';
