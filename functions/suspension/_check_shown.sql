create or replace function _check_shown(p_step_key text, p_title text, p_detail jsonb)
returns void
language plpgsql
stable
as $_check_shown$
begin
    if p_step_key is not null then
        perform _check_step_key('p_step_key', p_step_key);
    end if;
    if p_title is not null then
        perform _check_text('p_title', p_title, 1000);
    end if;
    perform _check_json('p_detail', p_detail, 65536);
end;
$_check_shown$;

comment on function _check_shown is
'Refuses a wrong step key, title or detail of a suspension or a waitpoint; all may be null.';
