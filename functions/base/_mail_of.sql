create or replace function _mail_of(p_execution_id uuid, p_limit integer default null)
returns table (row_id tid)
language plpgsql
stable
as $_mail_of$
begin
    -- each part has an index; a mail is in one of them, or in both
    return query
    select u.ctid
    from ff_mailbox as u
    where u.execution_id = p_execution_id and u.used_at is null
    union all
    select k.ctid
    from ff_mailbox as k
    where
        k.execution_id = p_execution_id
        and k.dedup_key is not null
        and k.used_at is not null
    limit p_limit;
end;
$_mail_of$;

comment on function _mail_of is 'The signals by name that an execution has, as places in their table; p_limit of them at most.';
