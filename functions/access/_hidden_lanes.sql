create or replace function _hidden_lanes(variadic p_verbs text[])
returns text[]
language plpgsql
stable
as $_hidden_lanes$
begin
    return array(
        select l.lane_id
        from ff_lane as l
        where l.is_restricted and not _has_lane_right(l.lane_id, p_verbs)
    );
end;
$_hidden_lanes$;

comment on function _hidden_lanes is
'The lanes in which the caller may do none of p_verbs: lists leave them out. Empty where no lane is restricted.';
