create or replace function _public_state(p_state ff_state)
returns text
language sql
stable
as $_public_state$
    select v.public_state::text from ff_state_vector as v where v.state = p_state
$_public_state$;

comment on function _public_state is 'The one word that users are shown for a state.';
