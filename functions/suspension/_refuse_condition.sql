create or replace function _refuse_condition(p_path text, p_fact text)
returns void
language plpgsql
immutable
as $_refuse_condition$
begin
    perform _raise_invalid(
        'p_condition', case when p_path = '' then '' else format('at "%s" ', p_path) end || p_fact
    );
end;
$_refuse_condition$;

comment on function _refuse_condition is 'Refuses a condition, naming the path in the JSON.';
