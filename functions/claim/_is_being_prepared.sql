create or replace function _is_being_prepared()
returns boolean
language sql
volatile
as $_is_being_prepared$
    -- Only the text of the statement shows this. Other statements may look alike; then what they
    -- asked for is only put off.
    select coalesce(current_query() ~* 'prepare.*transaction', false)
$_is_being_prepared$;

comment on function _is_being_prepared is
'Whether the transaction may be about to be prepared, and so may not notify and may stay open for long. A guess: it may put something off, never drop it.';
