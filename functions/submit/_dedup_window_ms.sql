create or replace function _dedup_window_ms(p_submission _submission)
returns bigint
language sql
stable
as $_dedup_window_ms$
    select coalesce(
        (
            _merged_policy(
                _default_policy(
                    (
                        select l.default_policy
                        from ff_lane as l
                        where l.lane_id = p_submission.lane_id
                    )
                ),
                p_submission.policy
            ) ->> 'dedup_window_ms'
        )::numeric::bigint,
        86400000
    )
$_dedup_window_ms$;

comment on function _dedup_window_ms is 'The time in which the idempotency key of a submission is valid: a day unless its policy says otherwise.';
