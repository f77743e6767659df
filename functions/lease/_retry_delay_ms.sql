create or replace function _retry_delay_ms(
    p_backoff jsonb,
    p_retry_count integer
)
returns bigint
language plpgsql
volatile
as $_retry_delay_ms$
declare
    v_initial constant double precision := coalesce(
        (p_backoff ->> 'initial_delay_ms')::double precision, 1000
    );
    v_longest constant double precision := coalesce(
        (p_backoff ->> 'max_delay_ms')::double precision, 60000
    );
    v_multiplier constant double precision := coalesce(
        (p_backoff ->> 'multiplier')::double precision, 2
    );
    v_delay double precision;
begin
    if p_backoff ->> 'type' = 'fixed' then
        v_delay := coalesce((p_backoff ->> 'delay_ms')::double precision, 1000);
    elsif v_initial <= 0 or v_longest <= 0 then
        v_delay := 0;
    -- compared as logarithms: the power itself overflows after enough retries
    elsif ln(v_initial) + p_retry_count * ln(v_multiplier) >= ln(v_longest) then
        v_delay := v_longest;
    else
        v_delay := v_initial * power(v_multiplier, p_retry_count);
    end if;
    if p_backoff ->> 'jitter' = 'full' then
        v_delay := v_delay * random();
    elsif (p_backoff ->> 'jitter')::boolean then
        -- at least half of the delay, so that a retry is never immediate
        v_delay := v_delay * (0.5 + random() / 2);
    end if;
    return round(v_delay)::bigint;
end;
$_retry_delay_ms$;

comment on function _retry_delay_ms is
'The delay of the next retry: exponential (1 s, doubling to 60 s) unless the policy says otherwise.';
