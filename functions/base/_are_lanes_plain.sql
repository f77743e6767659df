create or replace function _are_lanes_plain(
    out p_for_work boolean,
    out p_for_submissions boolean
)
language plpgsql
stable
as $_are_lanes_plain$
declare
    v_are_open constant boolean := not _are_lanes_closed()
        and not exists (select 1 from ff_lane as l where l.is_restricted);
begin
    p_for_work := v_are_open
        and not exists (select 1 from ff_lane as l where l.state in ('paused', 'disabled'));
    p_for_submissions := v_are_open
        and not exists (
            select 1 from ff_meta as m where m.key = 'default_policy' and m.value <> 'null'
        )
        and not exists (
            select 1
            from ff_lane as l
            where
                l.state in ('draining', 'disabled')
                or l.default_policy is not null
                or l.has_submitter_limits
        );
end;
$_are_lanes_plain$;

comment on function _are_lanes_plain is
'Has no lane a setting that claims and holders, or submissions, must look at? The conditions of the switches.';
