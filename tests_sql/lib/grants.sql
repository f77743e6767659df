-- Grants and their keys. A key is ff1-KIND.EXECUTION.EPOCH.EXPIRY.KID:HEX; only these tests read
-- it. Needs errors.sql and numbered_executions.sql.
\set QUIET on
-- a grant on that execution for worker "a", and its key
create function pg_temp.grant_key(
    p_number integer,
    p_worker_id text default 'a',
    p_grant_ttl_ms bigint default 5000
)
returns text
language sql
as $grant_key$
    select g.grant_key
    from flowfabric.ff_issue_claim_grant(
        pg_temp.id(p_number), p_worker_id, p_worker_id || '-1',
        p_capabilities => '{gpu}', p_grant_ttl_ms => p_grant_ttl_ms
    ) as g
$grant_key$;

create function pg_temp.reclaim_key(
    p_number integer,
    p_worker_id text default 'a',
    p_grant_ttl_ms bigint default 5000
)
returns text
language sql
as $reclaim_key$
    select g.grant_key
    from flowfabric.ff_issue_reclaim_grant(
        pg_temp.id(p_number), p_worker_id, p_worker_id || '-1', p_grant_ttl_ms => p_grant_ttl_ms
    ) as g
$reclaim_key$;

-- The statement that redeems a key with one of the functions; its result is one JSON value.
create function pg_temp.redeeming(
    p_function text,
    p_number integer,
    p_grant_key text,
    p_worker_id text default 'a',
    p_more text default null
)
returns text
language sql
as $redeeming$
    select format(
        'select to_jsonb(r) from flowfabric.%I(%s) as r',
        p_function,
        concat_ws(
            ', ',
            case
                when p_function <> 'ff_claim_from_resume_grant'
                    then format('p_execution_id => %L', pg_temp.id(p_number))
            end,
            format('p_grant_key => %L', p_grant_key),
            format('p_worker_id => %L', p_worker_id),
            format('p_worker_instance_id => %L', p_worker_id || '-2'),
            p_more
        )
    )
$redeeming$;

create function pg_temp.redeem(
    p_function text,
    p_number integer,
    p_grant_key text,
    p_worker_id text default 'a',
    p_more text default null
)
returns jsonb
language plpgsql
as $redeem$
declare
    v_answer jsonb;
begin
    execute pg_temp.redeeming(p_function, p_number, p_grant_key, p_worker_id, p_more)
    into v_answer;
    return v_answer;
end;
$redeem$;

-- The error of a redemption, as SQLSTATE and reason; or its result.
create function pg_temp.verdict(
    p_function text,
    p_number integer,
    p_grant_key text,
    p_worker_id text default 'a'
)
returns text
language plpgsql
as $verdict$
declare
    v_sqlstate text;
    v_detail text;
    v_answer jsonb;
begin
    execute pg_temp.redeeming(p_function, p_number, p_grant_key, p_worker_id) into v_answer;
    return coalesce(v_answer ->> 'outcome', v_answer ->> 'attempt_type', 'nothing');
exception
    when others then
        get stacked diagnostics v_sqlstate = returned_sqlstate, v_detail = pg_exception_detail;
        return concat_ws(
            ' ', v_sqlstate, v_detail::jsonb ->> 'symbol', v_detail::jsonb ->> 'verdict'
        );
end;
$verdict$;

create function pg_temp.with_part(p_grant_key text, p_place integer, p_part text)
returns text
language sql
as $with_part$
    select array_to_string(k.parts[:p_place - 1] || p_part || k.parts[p_place + 1:], '.')
    from string_to_array(p_grant_key, '.') as k (parts)
$with_part$;

-- A good key with one part changed, and the reason for its refusal. Signatures are compared byte by
-- byte, so the first digit, one in the middle and the last one are changed.
create function pg_temp.tampered_keys(p_grant_key text)
returns table (grant_key text, verdict text, description text)
language sql
as $tampered_keys$
    select
        case
            when p.place < 5 then pg_temp.with_part(p_grant_key, p.place, p.part)
            else pg_temp.with_part(p_grant_key, 5, s.kid || ':' || s.hex)
        end,
        p.verdict,
        p.description
    from (select string_to_array(p_grant_key, '.') as parts) as k
    cross join lateral (
        values
        (
            1,
            case k.parts[1] when 'ff1-claim' then 'ff1-resume' else 'ff1-claim' end,
            'wrong_kind',
            'another kind'
        ),
        (
            1,
            case k.parts[1] when 'ff1-reclaim' then 'ff1-resume' else 'ff1-reclaim' end,
            'wrong_kind',
            'a third kind'
        ),
        (2, pg_temp.id(77)::text, 'wrong_execution', 'another execution'),
        (2, pg_temp.id(78)::text, 'wrong_execution', 'a third execution'),
        (3, (k.parts[3]::bigint + 1)::text, 'signature_mismatch', 'a later epoch'),
        (3, '0' || k.parts[3], 'unknown_grant', 'an epoch in another spelling'),
        (4, (k.parts[4]::bigint + 1)::text, 'signature_mismatch', 'an expiry a moment later'),
        (4, (k.parts[4]::bigint + 60000000)::text, 'signature_mismatch', 'an expiry a minute later'),
        (4, (k.parts[4]::bigint - 1)::text, 'signature_mismatch', 'an expiry a moment earlier'),
        (5, 'kid', 'unknown_kid', 'an unknown key id'),
        (6, '1', 'signature_mismatch', 'another first digit'),
        (6, '32', 'signature_mismatch', 'another digit in the middle'),
        (6, '64', 'signature_mismatch', 'another last digit')
    ) as p (place, part, verdict, description)
    cross join lateral (
        select
            case when p.place = 5 then p.part else split_part(k.parts[5], ':', 1) end as kid,
            case
                when p.place < 6 then d.hex
                -- the digit at that place, changed into another one
                else overlay(
                    d.hex
                    placing translate(
                        substr(d.hex, p.part::integer, 1), '0123456789abcdef', '123456789abcdef0'
                    )
                    from p.part::integer
                )
            end as hex
        from (select split_part(k.parts[5], ':', 2) as hex) as d
    ) as s
$tampered_keys$;

create function pg_temp.malformed_keys(p_grant_key text)
returns table (grant_key text, description text)
language sql
as $malformed_keys$
    select m.grant_key, m.description
    from (
        values
        ('', 'nothing'),
        ('junk', 'junk'),
        ('ff2' || substr(p_grant_key, 4), 'another version'),
        (upper(p_grant_key), 'upper case'),
        (' ' || p_grant_key, 'a blank before it'),
        (p_grant_key || ' ', 'a blank behind it'),
        (p_grant_key || E'\n', 'a newline behind it'),
        (p_grant_key || '0', 'one digit more'),
        (left(p_grant_key, -1), 'one digit less'),
        (left(p_grant_key, -64), 'no signature'),
        (pg_temp.with_part(p_grant_key, 1, 'ff1-other'), 'an unknown kind'),
        (
            pg_temp.with_part(p_grant_key, 2, upper('ffffffff-0000-7000-8000-00000000000a')),
            'an execution in upper case'
        ),
        (pg_temp.with_part(p_grant_key, 2, 'junk'), 'an execution that is not a UUID'),
        (pg_temp.with_part(p_grant_key, 3, ''), 'no epoch'),
        (pg_temp.with_part(p_grant_key, 3, '-1'), 'a negative epoch'),
        (pg_temp.with_part(p_grant_key, 3, repeat('9', 19)), 'an epoch out of range'),
        (pg_temp.with_part(p_grant_key, 4, ''), 'no expiry'),
        (pg_temp.with_part(p_grant_key, 4, 'infinity'), 'an expiry that is not a number'),
        (pg_temp.with_part(p_grant_key, 4, repeat('9', 18)), 'an expiry out of range'),
        (repeat(p_grant_key, 10000), 'two megabytes')
    ) as m (grant_key, description)
$malformed_keys$;
