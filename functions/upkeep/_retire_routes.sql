create or replace function _retire_routes(
    p_after_route_id integer,
    p_to_route_id integer,
    p_proven_at timestamptz
)
returns void
language plpgsql
as $_retire_routes$
declare
    v_now constant timestamptz := _now();
    v_open_now text[];
    v_prepared text[];
    v_oldest_seen xid8;
    v_row_ids tid[];
begin
    if not exists (
        select 1
        from ff_route as r
        where
            r.merged_into is not null
            and r.closed_at is null
            and r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
    ) then
        return;
    end if;
    -- First the open transactions, then the rows: the rows of a transaction that has ended by now
    -- can be seen. (A prepared transaction is not among the open ones, but holds the gate if it
    -- wrote anything.)
    v_open_now := _open_transactions();
    v_oldest_seen := _oldest_snapshot();
    select h.p_prepared into v_prepared from _gate_holders('ff_gate_h') as h;
    v_row_ids := array(
        select r.ctid
        from ff_route as r
        where
            r.merged_into is not null
            and r.closed_at is null
            and r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
            and r.merged_by is distinct from pg_current_xact_id_if_assigned()
            and (
                r.merged_at is null
                or (
                    case
                        -- all transactions that read it as in use, and submitted to it, have ended
                        when r.retired_at is null then r.merged_at < p_proven_at
                        -- and all that could still read it so: a snapshot can also be exported
                        else v_prepared = '{}'
                            and not r.readers && v_open_now
                            and (
                                coalesce(r.merged_by < v_oldest_seen, true)
                                or _is_of_other_server(r.merged_by)
                            )
                    end
                    and not exists (
                        select 1
                        from ff_exec_core as e
                        where e.route_id = r.route_id and e.claimable_at >= _head_of(r.route_id)
                        offset 0
                    )
                )
            )
        order by r.route_id
        for no key update skip locked
    );
    -- listed after the merge was seen: transactions that begin later see it, too
    v_open_now := _open_transactions();
    with turned as (
        update ff_route as r
        set
            merged_at = coalesce(r.merged_at, v_now),
            readers = case
                when r.merged_at is null then v_open_now
                when r.retired_at is null then r.readers
            end,
            retired_at = case when r.merged_at is not null then coalesce(r.retired_at, v_now) end,
            closed_at = case when r.retired_at is not null then v_now end
        where r.ctid = any (v_row_ids)
        returning r.route_id, r.closed_at
    )

    insert into ff_route_doubt (route_id)
    select t.route_id
    from turned as t
    where t.closed_at is not null;
end;
$_retire_routes$;

comment on function _retire_routes is
'Takes the merged routes in a range out of use, step by step: when the merge is known, when no transaction submits to them any more, and when none can.';
