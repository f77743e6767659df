create or replace function _waited_for(p_suspension_id uuid)
returns jsonb
language plpgsql
stable
as $_waited_for$
begin
    return (
        select coalesce(jsonb_agg(
            jsonb_build_object(
                'waitpoint_id', w.waitpoint_id,
                'waitpoint_key', w.waitpoint_key,
                'signal_count', w.signal_count
            )
            order by w.waitpoint_key
        ), '[]')
        from ff_waitpoint as w
        where w.suspension_id = p_suspension_id and w.state = 'active'
    );
end;
$_waited_for$;

comment on function _waited_for is
'The waitpoints that a suspension waits for.';
