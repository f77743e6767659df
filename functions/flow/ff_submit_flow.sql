create or replace function ff_submit_flow(
    p_flow jsonb,
    p_flow_id uuid default null,
    p_namespace text default 'default',
    p_actor text default null
)
returns ff_submitted_flow
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_submit_flow$
declare
    v_digest bytea;
    v_flow_id constant uuid := coalesce(p_flow_id, _new_id(_now()));
    v_edges _flow_edge[];
begin
    -- cannot raise ZF601, ZF602: a limit that does not exist is reported by its path in p_flow
    perform _check_flow_document(p_flow);
    perform _check_name('p_namespace', p_namespace, 'label');
    if p_actor is not null then
        perform _check_name('p_actor', p_actor, 'label');
    end if;
    v_digest := sha256(convert_to(p_flow::text, 'UTF8'));
    if p_flow_id is not null and exists (select 1 from ff_flow as f where f.flow_id = p_flow_id)
    then
        return _answer_submitted_flow(v_flow_id, v_digest);
    end if;
    -- the number of a node is its place in the stored order of the JSON object
    v_edges := array(
        select e
        from (
            select jsonb_object_agg(n.key, n.item) as numbers
            from jsonb_object_keys(p_flow -> 'nodes') with ordinality as n (key, item)
        ) as o
        cross join lateral _flow_edges(p_flow -> 'nodes', o.numbers) as e
    );
    perform _check_flow_edges(p_flow -> 'nodes', v_edges);
    -- passing a result on means reading it: check that right
    perform _check_lane(n.lane_id, 'read', 'operate')
    from (
        select distinct p_flow #>> array['nodes', e.upstream_name, 'lane'] as lane_id
        from unnest(v_edges) as e
        where e.input_name is not null
    ) as n;

    -- taken before the routes are read, which makes it safe to retire a route
    lock table ff_gate_h in row share mode;
    if not _insert_flow(
        v_flow_id,
        coalesce(p_flow ->> 'kind', 'default'),
        p_namespace,
        coalesce(p_flow -> 'tags', '{}'),
        p_actor,
        _now(),
        v_digest
    ) then
        return _answer_submitted_flow(v_flow_id, v_digest);
    end if;
    perform _submit_nodes(v_flow_id, p_flow -> 'nodes', v_edges, p_namespace, p_actor);
    return _submitted_flow(v_flow_id, 'created');
end;
$ff_submit_flow$;

comment on function ff_submit_flow is
$$Submits a whole flow in one call: its members, and the members that each of them waits for.

`p_flow` is an object: `nodes` maps names to executions; `kind` and `tags` of the flow may be left out. A node has a `lane` and, as far as needed, the options of `ff_create_execution` (`kind`, `input` or `payload` in hex, `priority`, `required_capabilities`, `delay_ms` or `run_at`, `deadline_ms` or `deadline_at`, `tags`, `policy`, `quota_policy_id`, `quota_key`, `budget_ids`, `fairness_key`; delays and deadlines count from the submission), and:

- `after`: the nodes that it waits for. `["a", "b"]`: all of them; `{"any_of": ["a", "b"], "losers": "cancel"}`: one of them; `{"quorum": 2, "of": ["a", "b", "c"], "losers": "run"}`: two of them. `losers` says whether the others are cancelled when enough have completed; the default is `cancel`. If too few of them can still complete, the node is skipped, and so are the nodes that depend on it.
- `inputs`: `{"artifact": "a"}` puts the result of `a` into its input, under that key; `{"parts": ["a", "b"]}` collects the results of those that completed, in that order; an empty array of names gives an empty array. All of them must be in `after`.
- `input_from`: `"a"`: the result of `a` is its input.

The error for a wrong node names its path in the document, for example `nodes.deploy.after[1]`, in the message and in DETAIL.

Effects: writes the flow, its members and edges. Nodes without upstreams can be claimed when the caller's transaction commits; a node whose deadline has passed is `expired`.

Idempotent: with `p_flow_id`: for the same document again the call returns `duplicate` and the first members; another document raises.

Locks: its new rows. It waits only for another open transaction that submits the same flow.

Errors: ZF206 lane_not_accepting, ZF407 cycle_detected (`cycle` in DETAIL names the nodes), ZF411 flow_conflict, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select flow_id, executions ->> 'deploy' as deploy
from flowfabric.ff_submit_flow('{"nodes": {
    "build": {"lane": "ci", "kind": "build", "input": {"ref": "main"}},
    "test": {"lane": "ci", "kind": "test", "after": ["build"]},
    "deploy": {"lane": "ci", "after": ["build", "test"], "inputs": {"artifact": "build"}}
}}');
```
$$;
