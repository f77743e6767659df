create or replace function _check_bulk(
    p_filter jsonb,
    p_limit integer,
    p_before timestamptz,
    p_dry_run boolean
)
returns void
language plpgsql
immutable
as $_check_bulk$
begin
    if not exists (
        select from jsonb_each(p_filter) as f where f.value not in ('null', '{}')
    ) then
        perform _raise_invalid(
            'p_filter', 'must not be empty',
            'Name what is to be changed, if need be by {"created_before": "..."}.'
        );
    elsif p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit not between 1 and 10000 then
        perform _raise_invalid('p_limit', 'must be between 1 and 10000');
    elsif not _is_instant(p_before) then
        perform _raise_invalid('p_before', 'must be finite and before the year 10000');
    elsif p_dry_run is null then
        perform _raise_null('p_dry_run');
    end if;
end;
$_check_bulk$;

comment on function _check_bulk is
'Refuses wrong arguments of a call for many, and a filter that leaves out no execution.';
