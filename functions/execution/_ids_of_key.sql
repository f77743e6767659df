create or replace function _ids_of_key(p_namespace text, p_idempotency_key text)
returns uuid[]
language plpgsql
stable
as $_ids_of_key$
begin
    if p_namespace is not null then
        return array(
            select i.execution_id
            from ff_idempotency as i
            where
                i.namespace = p_namespace
                and i.key_digest = _key_digest('idempotency:' || p_namespace, p_idempotency_key)
        );
    end if;
    -- from namespace to namespace, because the table has no other index
    return array(
        with recursive namespace (name, place) as (
            (select i.namespace, 1 from ff_idempotency as i order by i.namespace limit 1)
            union all
            select
                (
                    select i.namespace
                    from ff_idempotency as i
                    where i.namespace > n.name
                    order by i.namespace
                    limit 1
                ),
                n.place + 1
            from namespace as n
            where n.name is not null and n.place < 10000
        )

        select i.execution_id
        from namespace as n
        inner join ff_idempotency as i
            on i.namespace = n.name
            and i.key_digest = _key_digest('idempotency:' || n.name, p_idempotency_key)
    );
end;
$_ids_of_key$;

comment on function _ids_of_key is
'The executions that an idempotency key stands for, in a namespace or in all of them; none when the key was forgotten.';
