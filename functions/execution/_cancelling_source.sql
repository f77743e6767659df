create or replace function _cancelling_source(p_source text)
returns text
language plpgsql
stable
as $_cancelling_source$
begin
    return case
        when p_source = 'lease_holder' or _acts_as_operator(_acting_roles()) then p_source
        else 'submitter'
    end;
end;
$_cancelling_source$;

comment on function _cancelling_source is
'The source of a cancellation as it is recorded: a submitter is not taken for an operator.';
