create or replace function _tick_period()
returns interval
language sql
stable
as $_tick_period$
    -- In a transaction of several statements the rows that a tick moves stay locked until its end,
    -- so there it waits for others to tick first.
    select case
        when transaction_timestamp() = statement_timestamp() then interval '1 second'
        else interval '5 seconds'
    end
$_tick_period$;

comment on function _tick_period is 'How long ago the last tick must be for a claim to run one.';
