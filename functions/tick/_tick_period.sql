create or replace function _tick_period()
returns interval
language sql
stable
as $_tick_period$
    -- In a transaction of several statements the rows that a tick moves stay locked until its end,
    -- so there it waits for others to tick first.
    select case
        -- a call alone in its transaction may be preceded by its own parse and bind messages
        when statement_timestamp() - transaction_timestamp() < interval '1 millisecond'
            then interval '1 second'
        else interval '5 seconds'
    end
$_tick_period$;

comment on function _tick_period is 'How long ago the last tick must be for a claim to run one.';
