create or replace function _raise(
    p_symbol text,
    p_detail jsonb default '{}',
    p_hint text default null
)
returns void
language plpgsql
stable
as $_raise$
declare
    v_error ff_error_code;
begin
    select c.*
    into v_error
    from ff_error_code as c
    -- a symbol that is not in the catalogue is a bug, which tools/check_sql.py looks for
    where c.symbol in (p_symbol, 'invariant_violation')
    order by c.symbol = p_symbol desc
    limit 1;
    if v_error.reaction = 'denied' then
        -- for the server's log: a call that raises cannot write to a table
        raise log using message = jsonb_build_object(
            'flowfabric', 'refused', 'sqlstate', v_error.sqlstate, 'symbol', p_symbol,
            'session_user', session_user, 'role', _caller(), 'detail', p_detail
        );
    end if;
    raise exception using
        errcode = v_error.sqlstate,
        message = v_error.message,
        detail = (jsonb_build_object('symbol', p_symbol) || p_detail)::text,
        hint = coalesce(p_hint, v_error.hint);
end;
$_raise$;

comment on function _raise is
'Raises an error of the catalogue by its symbol, with its DETAIL as JSON. A refusal for want of a right is a line of the server''s log, too.';
