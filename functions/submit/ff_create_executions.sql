create or replace function ff_create_executions(
    p_lane_id text,
    p_inputs jsonb[],
    p_options jsonb default '{}'
)
returns setof ff_created_item
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_create_executions$
declare
    v_options jsonb := jsonb '{"kind": "default", "namespace": "default", "priority": 0}';
    v_is_plain boolean;
    v_began_at timestamptz;
    v_per_item text[];
    v_submission _submission;
begin
    -- The usual case has a short body of its own, at two thirds of the cost: items that differ in
    -- their input only, with no option but labels and a priority, in a lane without settings. It
    -- either writes all items or leaves the batch, with all its possible errors, to the general
    -- body.
    v_is_plain := p_options = '{}';
    if not v_is_plain and jsonb_typeof(p_options) = 'object' then
        v_options := v_options || p_options;
        v_is_plain := v_options - array['kind', 'namespace', 'priority'] = '{}'
            and jsonb_typeof(v_options -> 'kind') = 'string'
            and jsonb_typeof(v_options -> 'namespace') = 'string'
            and jsonb_typeof(v_options -> 'priority') = 'number'
            and (v_options ->> 'kind') collate "C" ~ '^[!-~]+$'
            and (v_options ->> 'namespace') collate "C" ~ '^[!-~]+$'
            and octet_length((v_options ->> 'kind') || (v_options ->> 'namespace')) <= 256
            and v_options ->> 'priority' ~ '^[0-9]{1,4}$';
    end if;
    if v_is_plain then
        v_is_plain := array_ndims(p_inputs) = 1
            and array_lower(p_inputs, 1) = 1
            and not exists (
                select 1
                from unnest(p_inputs) as i (input)
                where not _is_small(i.input) and _json_fault(i.input) is not null
            );
    end if;
    -- the switch of submissions
    if _is_off('ff_submission_switch') is not true then
        v_is_plain := v_is_plain and _default_policy(null) is null and not exists (
            select 1
            from ff_lane as l
            where
                l.lane_id = p_lane_id
                and (
                    l.default_policy is not null
                    or l.state in ('draining', 'disabled')
                    or l.is_restricted
                    or l.has_submitter_limits
                )
        );
    end if;
    if v_is_plain then
        v_began_at := _now();
        -- One statement, as in ff_create_execution: its lock on the view is gate H, which it has
        -- when it reads the route, the clock and the mark.
        return query
        insert into ff_new_execution as e (
            execution_id, state, route_id, claimable_at, created_at, updated_at,
            kind, namespace, created_by, creating_login, tags, input
        )
        select
            i.execution_id,
            'waiting_first',
            s.route_id,
            -- a microsecond apart, so that they are claimed in the order given
            s.submitted_at + (i.item - 1) * interval '1 microsecond',
            s.submitted_at,
            s.submitted_at,
            v_options ->> 'kind',
            v_options ->> 'namespace',
            s.created_by,
            s.creating_login,
            '{}',
            i.input
        from (
            select
                c.route_id,
                greatest(c.clock_at, c.marked_at) as submitted_at,
                -- _caller and _creating_login, written out
                coalesce(c.role_name, session_user::text) as created_by,
                case
                    when c.role_name is not null then nullif(session_user::text, c.role_name)
                end as creating_login
            from (
                -- if the route exists, its lane and priority were checked before
                select
                    r.route_id,
                    _now() as clock_at,
                    -- the transaction has an id before it reads the mark: holders are known by it
                    case
                        when pg_current_xact_id() is not null
                            then to_timestamp(
                                pg_sequence_last_value('ff_clock_mark'::regclass) / 1e6::float8
                            )
                    end as marked_at,
                    nullif(current_setting('role'), 'none') as role_name
                from ff_route as r
                where
                    r.lane_id = p_lane_id
                    and r.priority = (v_options -> 'priority')::integer
                    and r.required_capabilities = '{}'
                    and r.merged_into is null
                    -- implied, and named for the index of routes in use
                    and r.retired_at is null
                    and not r.has_rules
                -- every session takes the first one, so that duplicates fall out of use
                order by r.route_id
                limit 1
            ) as c
            -- else the mark has to be moved first, as _now_at_gate does it
            where c.clock_at <= c.marked_at + interval '2 seconds'
            -- computed once
            offset 0
        ) as s
        -- counted up, so that they are listed in the order given
        cross join lateral unnest(
            _sibling_uuids(_new_id(s.submitted_at), cardinality(p_inputs)), p_inputs
        ) with ordinality as i (execution_id, input, item)
        returning e.execution_id, 'created', 'waiting', null::text, null::jsonb;
        if found then
            -- A moment before they are due, which rings at least as often. Gate H is held, so a
            -- worker that goes to sleep from now on sees that this transaction is open.
            perform _ring(p_lane_id, v_began_at);
            return;
        end if;
    end if;

    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_lane(p_lane_id, 'submit');
    if p_inputs is null then
        perform _raise_null('p_inputs');
    elsif p_options is null then
        perform _raise_null('p_options');
    elsif jsonb_typeof(p_options) <> 'object' then
        perform _raise_invalid('p_options', 'must be a JSON object');
    end if;
    perform _check_json('p_options', p_options, 67108864);
    perform _check_items('p_inputs', p_inputs, cardinality(p_inputs));
    v_per_item := _per_item_options(p_options, cardinality(p_inputs));
    -- a wrong common option is a mistake of the whole call, so it raises
    v_submission := _submission_from_options(
        p_lane_id, null, p_options - coalesce(v_per_item, '{}')
    );

    if cardinality(p_inputs) = 0 then
        return;
    elsif v_per_item is null
        and not p_options ?| array['idempotency_key', 'execution_id', 'payload']
        and _refused_contents(p_inputs, null) = '{}'
    then
        return query
        select i.execution_id, i.outcome, i.public_state, i.error_code, i.error_detail
        from _submit_alike(v_submission, p_inputs) as i;
    else
        return query
        select i.execution_id, i.outcome, i.public_state, i.error_code, i.error_detail
        from _submit_each(p_lane_id, p_inputs, p_options, v_per_item) as i;
    end if;
end;
$ff_create_executions$;

comment on function ff_create_executions is
$$Submits a batch of executions: one answer for each item of `p_inputs`, in their order.

`p_options` are the other arguments of `ff_create_execution` without their `p_`, each either one value for all items or an array with one for each (of `required_capabilities` and `budget_ids`, an array of arrays). Bytes are passed as `payload`, in hex, for items whose input is null.

Effects: as `ff_create_execution` for each item. Items that differ only in their input are written by one statement.

Idempotent: as `ff_create_execution`, item by item: an item with the key of an earlier item repeats or contradicts that item only if the earlier item is accepted. In a lane that accepts no work, and beyond a limit of the submitter, items that exist return `duplicate`, and the others `lane_not_accepting` or `submitter_limit_exceeded`.

Locks: as `ff_create_execution`; keys are taken in one order, so two batches never deadlock.

Errors: ZF206 lane_not_accepting and ZF803 submitter_limit_exceeded, unless some of the items exist, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments and common options. A fault in a single item never raises: the `outcome` of the item is `invalid`, or `idempotency_key_conflict` for ZF205 idempotency_key_conflict, with `error_code` and `error_detail`, and the other items are written.

Example:
```sql
select execution_id, outcome
from flowfabric.ff_create_executions(
    'emails',
    array['{"to": "ada"}', '{"to": "bob"}']::jsonb[],
    '{"kind": "welcome", "idempotency_key": ["welcome-ada", "welcome-bob"]}'
);
```
$$;
