-- The tags that a lane lists its executions by (its option indexed_tags), and their values.
--
-- Submissions enter the tags of a lane that they know of. When all transactions have ended that may
-- have read the lane without a tag, a tick writes down how far the ids of executions go by then:
-- above that, the entries are complete, and lists are read from them; below it, executions are
-- looked at one by one, as without an index. Nothing is entered later.
create table ff_tag_index (
    index_id integer generated always as identity (cache 1) primary key,
    lane_id text not null,
    tag_key text not null,
    is_dropped boolean not null default false,
    complete_from uuid,
    changed_by xid8 not null,
    readers text[]
);

create unique index tag_index_of_lane on ff_tag_index (lane_id, tag_key) where not is_dropped;

-- for ticks
create index unsettled_tag_index on ff_tag_index (index_id)
where complete_from is null or is_dropped;

create table ff_tag_entry (
    index_id integer not null,
    value_digest bytea not null,
    execution_id uuid not null,
    constraint tag_entry_key primary key (index_id, value_digest, execution_id)
);

comment on table ff_tag_index is 'Tags whose values lists of a lane are read by.';
comment on column ff_tag_index.index_id is 'Names its entries.';
comment on column ff_tag_index.lane_id is 'The lane.';
comment on column ff_tag_index.tag_key is 'The key of the tag.';
comment on column ff_tag_index.is_dropped is 'The lane does not name the tag any more; ticks remove the entries.';
comment on column ff_tag_index.complete_from is 'Executions with a higher id have an entry if they have the tag; null: not known yet.';
comment on column ff_tag_index.changed_by is 'The transaction that entered or dropped it.';
comment on column ff_tag_index.readers is 'The transactions that were open when a tick first saw that; null: no tick has.';
comment on table ff_tag_entry is 'The values of indexed tags; an entry is a hint, which the execution confirms.';
comment on column ff_tag_entry.index_id is 'The index.';
comment on column ff_tag_entry.value_digest is 'The first bytes of the digest of the value: values may be longer than an index takes.';
comment on column ff_tag_entry.execution_id is 'The execution.';
