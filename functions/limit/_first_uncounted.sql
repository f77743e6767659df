create or replace function _first_uncounted()
returns xid8
language sql
stable
as $_first_uncounted$
    select coalesce(
        (
            select c.seen_from
            from (
                select n.seen_from from ff_submitter_count as n order by n.count_id desc limit 1
            ) as c
            where not _is_of_other_server(c.seen_from)
        ),
        '0'::xid8
    )
$_first_uncounted$;

comment on function _first_uncounted is
'Where a tick begins to look for entries of submitters: the last one may not have seen those behind it.';
