create or replace function _bucket_patience()
returns interval
language sql
immutable
as $_bucket_patience$
    select interval '10 minutes'
$_bucket_patience$;

comment on function _bucket_patience is
'For how long all tokens of a bucket must have been free before ticks remove it.';
