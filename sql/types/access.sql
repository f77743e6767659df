-- Answers of the functions about rights in lanes and about owners.
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

create type ff_changed_owner as (
    object text,
    name text,
    outcome text,
    owner text,
    previous_owner text
);

create type ff_changed_default_policy as (
    policy jsonb,
    outcome text,
    previous_policy jsonb
);

comment on type ff_changed_default_policy is 'Answer of ff_set_default_policy: changed or unchanged.';
comment on column ff_changed_default_policy.policy is 'The default policy from now on, a JSON object; null: it was removed.';
comment on column ff_changed_default_policy.outcome is 'changed or unchanged.';
comment on column ff_changed_default_policy.previous_policy is 'The default policy before the call, a JSON object; null: it had not been set.';

create type ff_changed_default_access as (
    access text,
    outcome text,
    previous_access text,
    lane_count integer
);

comment on type ff_changed_default_access is
'Answer of ff_set_default_access: changed or unchanged, and the lanes that it closed or opened.';
comment on column ff_changed_default_access.access is 'open or closed: the access to lanes without grants from now on.';
comment on column ff_changed_default_access.outcome is 'changed or unchanged.';
comment on column ff_changed_default_access.previous_access is 'open or closed: the access before the call.';
comment on column ff_changed_default_access.lane_count is 'The lanes that the call has closed or opened.';

comment on type ff_changed_lane_grant is
'Answer of ff_grant_lane and ff_revoke_lane: granted, already_granted, revoked or not_granted, and the verbs of the role.';
comment on column ff_changed_lane_grant.lane_id is 'The lane.';
comment on column ff_changed_lane_grant.role_name is 'The role.';
comment on column ff_changed_lane_grant.outcome is 'granted, already_granted, revoked or not_granted.';
comment on column ff_changed_lane_grant.verbs is 'The verbs that the role has in the lane now.';

comment on type ff_lane_grant_description is 'A grant in the list of ff_list_lane_grants.';
comment on column ff_lane_grant_description.lane_id is 'The lane.';
comment on column ff_lane_grant_description.role_name is 'The role.';
comment on column ff_lane_grant_description.verbs is 'The verbs that the role has in the lane now.';
comment on column ff_lane_grant_description.granted_by is 'The login that made the grant.';
comment on column ff_lane_grant_description.granted_at is 'When the grant was made.';
comment on column ff_lane_grant_description.page_key is 'The value of p_after for the next page.';

comment on type ff_changed_owner is
'Answer of ff_set_owner: changed, already_owned or not_found, and the owners.';
comment on column ff_changed_owner.object is 'The kind of object: consumer, budget, quota_policy or worker.';
comment on column ff_changed_owner.name is 'Its name or id.';
comment on column ff_changed_owner.outcome is 'changed, already_owned or not_found.';
comment on column ff_changed_owner.owner is 'The role that owns it now; null: it was not found.';
comment on column ff_changed_owner.previous_owner is 'The role that owned it before; null: it was not found.';
