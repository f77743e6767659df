create or replace function _find_consumer(p_consumer text)
returns ff_consumer
language plpgsql
stable
as $_find_consumer$
declare
    v_consumer ff_consumer;
begin
    perform _check_name('p_consumer', p_consumer, 'label');
    select c.* into v_consumer from ff_consumer as c where c.consumer = p_consumer;
    if not found then
        perform _raise('consumer_not_found', jsonb_build_object('consumer', p_consumer));
    end if;
    perform _check_owner('consumer', p_consumer, v_consumer.owner_name);
    return v_consumer;
end;
$_find_consumer$;

comment on function _find_consumer is 'A consumer that the caller may read for, by its name; raises when there is no such consumer.';
