create or replace function _offer_place(
    p_limit_id uuid,
    p_limit_key text,
    p_now timestamptz
)
returns void
language plpgsql
as $_offer_place$
begin
    if not exists (
        select 1
        from ff_admission_wait as w
        where
            w.limit_id = p_limit_id
            and w.limit_key = p_limit_key
            and w.limit_kind = 'rate'
            and w.looks_at > p_now - _grace()
            and w.looks_at <= p_now
    ) then
        perform _wake_waiting(p_limit_id, p_limit_key, 'rate', 1);
    end if;
end;
$_offer_place$;

comment on function _offer_place is
'After a newcomer was refused although a place in the window is free: unless a row of the line is due for it, the first one that waits has it at once.';
