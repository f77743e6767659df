create or replace function _look_again_at(
    p_bucket _bucket,
    p_kind ff_quota_token_kind,
    p_place bigint,
    p_may_look boolean,
    p_now timestamptz
)
returns timestamptz
language plpgsql
stable
as $_look_again_at$
declare
    v_free_at constant timestamptz[] := _nth_free_at(p_bucket, p_kind);
begin
    return _nth_look(v_free_at, p_bucket, p_kind, p_place, p_may_look, p_now);
end;
$_look_again_at$;

comment on function _look_again_at is 'When the refused execution at a place of the line may look again.';
