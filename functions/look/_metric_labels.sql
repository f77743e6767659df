create or replace function _metric_labels(p_labels jsonb)
returns text
language sql
immutable
as $_metric_labels$
    select coalesce(
        '{' || string_agg(
            l.key || '="'
            || replace(
                replace(replace(l.value, e'\\', e'\\\\'), '"', e'\\"'), e'\n', e'\\n'
            ) || '"',
            ',' order by l.key
        ) || '}',
        ''
    )
    from jsonb_each_text(p_labels) as l
$_metric_labels$;

comment on function _metric_labels is
'Labels in the exposition format of Prometheus; backslashes, quotes and newlines in values are escaped.';
