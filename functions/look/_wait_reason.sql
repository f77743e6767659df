create or replace function _wait_reason(p_execution ff_exec_core, p_now timestamptz)
returns text
language sql
stable
as $_wait_reason$
    -- it continues when the first of its waits ends
    select string_agg(w.wait ->> 'reason', ' or ' order by w.place)
    from jsonb_array_elements(_described_waits(p_execution, p_now))
        with ordinality as w (wait, place)
$_wait_reason$;

comment on function _wait_reason is
'The open waits of the steps of an execution, in words; null without any.';
