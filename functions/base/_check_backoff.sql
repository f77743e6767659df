create or replace function _check_backoff(p_argument text, p_path text, p_backoff jsonb)
returns void
language plpgsql
immutable
as $_check_backoff$
declare
    v_type constant text := coalesce(p_backoff ->> 'type', 'exponential');
    v_unused text;
begin
    -- a JSON null means the same as a key left out
    select k.key
    into v_unused
    from jsonb_each_text(p_backoff) as k
    where
        k.value is not null
        and k.key = any (case
            when v_type = 'fixed' then '{initial_delay_ms,max_delay_ms,multiplier}'::text[]
            else '{delay_ms}'
        end)
    limit 1;
    if found then
        perform _raise_invalid(
            p_argument,
            format('at "%s" has "%s", which no %s backoff uses', p_path, v_unused, v_type),
            'A fixed backoff has delay_ms; an exponential one, the default, has initial_delay_ms,'
            || ' multiplier and max_delay_ms.'
        );
    end if;
end;
$_check_backoff$;

comment on function _check_backoff is
'Refuses a backoff with a key that its type does not use; its shape must have been checked.';
