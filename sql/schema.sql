-- Everything lives in one schema; the build pins search_path to it, so no file qualifies its names.
create schema if not exists flowfabric;

comment on schema flowfabric is
'FlowFabric, a durable execution engine of stored procedures. Call the ff_ functions; touch nothing else.';
