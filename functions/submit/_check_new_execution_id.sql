create or replace function _check_new_execution_id(p_argument text, p_execution_id uuid)
returns void
language plpgsql
stable
as $_check_new_execution_id$
declare
    v_text constant text := p_execution_id::text;
begin
    if v_text !~ '^.{14}7.{4}[89ab]' then
        perform _raise_invalid(
            p_argument, 'is not a UUIDv7',
            'Lists and retention read executions in the order of their ids, which begin with a'
            || ' time. Leave the id out, and pass an idempotency key if the call may be sent again.'
        );
    elsif ('x0000' || left(v_text, 8) || substr(v_text, 10, 4))::bit(64)::bigint
        > extract(epoch from _now()) * 1000 + 86400000
    then
        perform _raise_invalid(
            p_argument, 'has a time more than a day ahead of the server',
            'Leave the id out, and pass an idempotency key if the call may be sent again.'
        );
    end if;
end;
$_check_new_execution_id$;

comment on function _check_new_execution_id is
'Refuses an id that a caller gives for a new execution, unless it is a UUIDv7 whose time is at most a day ahead of the server.';
