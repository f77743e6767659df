-- A place in the index by which claims find due work.
create type _place as (
    route_id integer,
    claimable_at timestamptz,
    execution_id uuid
);

comment on type _place is 'Where a walk along the index of due work has come to.';

-- Work that other calls do in addition, as _run_job gets and returns it: rows that claims settle
-- before they lease, and the jobs of a tick. A job reads and sets what it needs.
create type _job as (
    job text,
    now_at timestamptz,
    until_at timestamptz,
    keys uuid[],
    ids uuid[],
    row_ids tid[],
    accepted tid[],
    rules jsonb,
    lease_ttl_ms bigint,
    attempt_timeout_ms bigint,
    max_rows integer,
    stop_at timestamptz,
    proof _proof,
    from_route_id integer,
    to_route_id integer,
    debt_cursor bigint,
    lapses_from timestamptz,
    lapse_place _place,
    looks_for_idle boolean,
    processed integer,
    has_more boolean,
    error_code text,
    error_message text
);

comment on type _job is 'A job, with its arguments and its results; an error, if it failed.';
