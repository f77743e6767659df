-- What the functions answer that say who may act in a lane.
create type ff_changed_lane_grant as (
    lane_id text,
    role_name text,
    outcome text,
    verbs text[]
);

create type ff_lane_grant_description as (
    lane_id text,
    role_name text,
    verbs text[],
    granted_by text,
    granted_at timestamptz,
    page_key text
);

comment on type ff_changed_lane_grant is
'Answer of ff_grant_lane and ff_revoke_lane: granted, already_granted, revoked or not_granted, and what the role may do now.';
comment on type ff_lane_grant_description is 'A grant in the list of ff_list_lane_grants.';
