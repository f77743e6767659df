create or replace function _refuse_later_options(p_options jsonb)
returns void
language plpgsql
immutable
as $_refuse_later_options$
declare
    v_key text;
begin
    foreach v_key in array array[
        'quota_policy_id', 'quota_key', 'budget_ids', 'fairness_key'
    ]
    loop
        if jsonb_typeof(p_options -> v_key) <> 'null' then
            perform _raise_unavailable('p_options.' || v_key);
        end if;
    end loop;
end;
$_refuse_later_options$;

comment on function _refuse_later_options is 'Refuses options of a batch whose features do not exist yet.';
