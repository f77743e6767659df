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
    proof _proof,
    from_route_id integer,
    to_route_id integer,
    debt_cursor bigint,
    lapses_from timestamptz,
    processed integer,
    has_more boolean,
    error_code text,
    error_message text
);

comment on type _job is 'A job, with its arguments and its results; an error, if it failed.';
