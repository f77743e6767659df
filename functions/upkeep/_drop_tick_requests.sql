create or replace function _drop_tick_requests(p_limit integer)
returns void
language plpgsql
as $_drop_tick_requests$
declare
    v_row_ids constant tid[] := array(
        select r.ctid from ff_tick_request as r limit p_limit for update skip locked
    );
begin
    delete from ff_tick_request as r where r.ctid = any (v_row_ids);
end;
$_drop_tick_requests$;

comment on function _drop_tick_requests is
'Removes requests for a tick that were put off: this tick serves them.';
