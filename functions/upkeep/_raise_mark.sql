create or replace function _raise_mark()
returns void
language plpgsql
as $_raise_mark$
begin
    -- waits for a session that is moving it, which may have read the clock earlier; that is quick
    for v_try in 1..100 loop
        exit when (select m.p_marked_at is not null from _move_mark() as m);
    end loop;
end;
$_raise_mark$;

comment on function _raise_mark is
'Moves the mark for a call that is about to write a moment far above it, because no claim and no tick has moved it for seconds, or because the clock was set ahead. So a clock that is set back behind that moment is noticed.';
