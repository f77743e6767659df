create or replace function _join_fault(
    p_after jsonb,
    out p_is_wrong boolean,
    out p_key text,
    out p_fact text
)
language sql
immutable
as $_join_fault$
    with form as (
        select
            case
                when p_after ? 'of' then 'of' when p_after ? 'any_of' then 'any_of' else 'all_of'
            end as list,
            jsonb_typeof(p_after) as type
    ),

    fault (key, fact, is_wrong) as (
        select v.key, v.fact, v.is_wrong
        from form as f
        cross join lateral (
            values
            (null, null, f.type not in ('array', 'object')),
            (
                null,
                null,
                f.type = 'object' and not p_after ?| array['of', 'any_of', 'all_of']
            ),
            (
                null,
                'has an unknown key',
                f.type = 'object'
                and p_after - f.list - 'losers' - case f.list when 'of' then 'quorum' else '' end
                <> '{}'
            ),
            (
                f.list,
                'must be an array of at least one name',
                f.type = 'object' and case
                    when jsonb_typeof(p_after -> f.list) = 'array'
                        then jsonb_array_length(p_after -> f.list) = 0
                    else true
                end
            ),
            (
                'quorum',
                'must be a whole number from 1 to the number of nodes in "of"',
                f.type = 'object'
                and f.list = 'of'
                and case
                    when jsonb_typeof(p_after -> 'quorum') = 'number'
                        then (p_after ->> 'quorum')::numeric % 1 <> 0
                        or (p_after ->> 'quorum')::numeric
                        not between 1 and jsonb_array_length(
                            case
                                when jsonb_typeof(p_after -> 'of') = 'array' then p_after -> 'of'
                                else '[]'
                            end
                        )
                    else true
                end
            ),
            (
                'losers',
                'must be cancel or run, and must be left out for all_of',
                f.type = 'object'
                and p_after ? 'losers'
                and (
                    f.list = 'all_of' or p_after -> 'losers' not in ('"cancel"', '"run"')
                )
            )
        ) as v (key, fact, is_wrong)
    )

    select f.is_wrong, f.key, f.fact from fault as f where f.is_wrong limit 1
$_join_fault$;

comment on function _join_fault is 'The fault in the after of a node; all columns are null when it has no fault.';
