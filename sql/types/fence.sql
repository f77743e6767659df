-- A lease holder proves its lease with these values; a handle is their text form.
create type _fence as (
    execution_id uuid,
    attempt_index integer,
    lease_epoch bigint,
    lease_id uuid,
    attempt_id uuid,
    lease_ttl_ms bigint
);

comment on type _fence is 'The fence that a lease holder presents: the lease and its execution.';

-- The proof of an advance of the claim heads.
create type _proof as (
    era bigint,
    proven_at timestamptz,
    marked_at timestamptz,
    holders text[]
);

comment on type _proof is 'The latest moment below which nothing can become claimable any more, and the era in which that holds. A mark of the clock, and the transactions that held gate H after it was set.';

-- A route with something due, as a claim finds it.
create type _due_route as (
    route_id integer,
    priority integer,
    head_at timestamptz,
    oldest_at timestamptz,
    has_rules boolean
);

comment on type _due_route is 'A route with something due: where to begin to look, and its oldest due moment.';

-- A debt that is not settled, with what decides about it.
create type _visited_debt as (
    debt_id bigint,
    execution_id uuid,
    route_id integer,
    head_at timestamptz,
    merged_into integer,
    due_since timestamptz
);

comment on type _visited_debt is 'A debt whose row needs something, as far as can be seen without a lock.';
