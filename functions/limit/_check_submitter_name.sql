create or replace function _check_submitter_name(p_submitter text)
returns void
language plpgsql
immutable
as $_check_submitter_name$
begin
    -- null: each submitter
    if p_submitter is not null then
        perform _check_role('p_submitter', p_submitter);
    end if;
end;
$_check_submitter_name$;

comment on function _check_submitter_name is 'Refuses a text that cannot be the name of a submitter.';
