create or replace function _grant_message(
    p_kind ff_grant_kind,
    p_execution_id uuid,
    p_worker_id text,
    p_lane_id text,
    p_lease_epoch bigint,
    p_expires_at timestamptz
)
returns text
language sql
stable
as $_grant_message$
    -- an array of JSON: no part can be mistaken for another, whatever it contains
    select jsonb_build_array(
        'ff1-grant',
        p_kind,
        p_execution_id,
        p_worker_id,
        p_lane_id,
        p_lease_epoch,
        (extract(epoch from p_expires_at) * 1000000)::bigint
    )::text
$_grant_message$;

comment on function _grant_message is
'The signed parts of a grant: kind, execution, worker, lane, epoch and expiry.';
