create or replace function _refuse_new_items(
    p_submissions _submission[],
    p_items ff_created_item[],
    p_is_id_given boolean,
    p_symbol text,
    p_detail jsonb
)
returns ff_created_item[]
language plpgsql
as $_refuse_new_items$
declare
    v_sqlstate constant text := (
        select c.sqlstate from ff_error_code as c where c.symbol = p_symbol
    );
    v_items ff_created_item[] := p_items;
    v_refused uuid[] := array[]::uuid[];
    v_key uuid;
    v_id uuid;
begin
    for v_item in 1..cardinality(p_items) loop
        v_key := (p_submissions[v_item]).execution_id;
        v_id := coalesce(
            (v_items[v_item]).execution_id,
            ((v_items[v_item]).error_detail ->> 'execution_id')::uuid
        );
        if (v_items[v_item]).outcome is null and p_is_id_given then
            v_items[v_item] := _answer_existing(p_submissions[v_item]);
        elsif v_id is not null
            and v_id = any (v_refused)
        then
            -- it repeats or contradicts a refused item of the same batch
            v_items[v_item] := null;
        end if;
        if (v_items[v_item]).outcome is null then
            perform _free_key(p_submissions[v_item]);
            v_refused := v_refused || v_key;
            v_items[v_item] := (
                null, p_symbol, null, v_sqlstate, p_detail
            )::ff_created_item;
        end if;
    end loop;
    if cardinality(v_refused) > 0
        and not exists (select from unnest(v_items) as i where i.outcome = 'duplicate')
    then
        perform _raise(p_symbol, p_detail);
    end if;
    return v_items;
end;
$_refuse_new_items$;

comment on function _refuse_new_items is
'The answers to a batch that is refused: items that exist are duplicates, the others have the error. Raises when no item exists.';
