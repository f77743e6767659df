-- Everything lives in one schema; the build pins search_path to it, so no file qualifies its names.
do $schema$
begin
    -- "if not exists" takes CREATE on the database also where it exists
    if to_regnamespace('flowfabric') is null then
        create schema flowfabric;
    end if;
end;
$schema$;

comment on schema flowfabric is
'FlowFabric, a durable execution engine of stored procedures. Call the ff_ functions; touch nothing else.';
