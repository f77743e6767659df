-- Work in flows, and between parents and children, that a transaction left to others, because it
-- was too much for one transaction, or because another session held the row. A todo is only a hint
-- where to look again: the work itself is read from the tables, under the locks, so a second visit
-- does no harm.
--
-- Claims and ticks work on todos, oldest first, and skip rows that other sessions hold. Work that
-- still cannot be done is written again, due a little later. The transaction that wrote a todo
-- works on it at its commit, but does not drop it when there is nothing to do: until the commit is
-- through, other sessions cannot see the edge that the todo is about. As with claims, dead entries
-- collect in front of the live ones while some session holds a snapshot, so there is a head: a row
-- of ff_head for route -2. A session that writes a todo therefore takes gate H first, and writes no
-- moment below the clock.
create table ff_flow_todo (
    todo_id bigint generated always as identity (cache 1) primary key,
    kind ff_flow_todo_kind not null,
    flow_id uuid,
    execution_id uuid,
    due_at timestamptz not null,
    try_count integer not null default 0,
    -- members of a flow, or upstreams of a join, are passed through in the order of their ids, a
    -- part at a time
    after_id uuid,
    has_left boolean not null default false,
    -- of a parent: the todo is void if the parent was replayed since
    replay_count integer,
    -- xmin would not do: it names the subtransaction of a row written after a savepoint
    written_by xid8 not null default pg_current_xact_id(),
    constraint todo_says_where check (
        (kind = 'cancel') = (flow_id is not null)
        and (kind = 'cancel') = (execution_id is null)
    )
);

create index due_flow_todo on ff_flow_todo (due_at);

comment on table ff_flow_todo is 'Work on flows, parents and children that was left to later claims and ticks.';
comment on column ff_flow_todo.todo_id is 'The todo.';
comment on column ff_flow_todo.kind is 'The kind of work to do.';
comment on column ff_flow_todo.flow_id is 'The flow that was cancelled.';
comment on column ff_flow_todo.execution_id is 'The execution that ended, whose join was decided, or that waits for children.';
comment on column ff_flow_todo.due_at is 'The work is not done before this time.';
comment on column ff_flow_todo.try_count is 'How often the work could not be done, because another session held the row.';
comment on column ff_flow_todo.after_id is 'Of a pass through members or upstreams: the last one that was dealt with; null: a pass begins.';
comment on column ff_flow_todo.has_left is 'Of a pass that goes on: whether it has left some out, so that another pass must follow.';
comment on column ff_flow_todo.replay_count is 'Of a parent: the replay that it is for.';
comment on column ff_flow_todo.written_by is 'The transaction that wrote it; only another transaction may drop it when there is nothing to do.';
