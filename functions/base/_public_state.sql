create or replace function _public_state(p_state ff_state)
returns text
language plpgsql
stable
as $_public_state$
begin
    return (select v.public_state::text from ff_state_vector as v where v.state = p_state);
end;
$_public_state$;

comment on function _public_state is 'The public state, one word, of an internal state.';
