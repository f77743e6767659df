-- Keys that grants and waitpoint tokens are signed with. A row stores the two pads of HMAC (the key
-- xor-ed with 0x36 and 0x5c), so that signing is two calls of sha256 without a loop over bytes.
create table ff_hmac_key (
    kid text primary key,
    inner_pad bytea not null,
    outer_pad bytea not null,
    created_at timestamptz not null,
    activated_at timestamptz not null,
    expires_at timestamptz,
    constraint kid_cannot_break_a_key check (kid ~ '^[A-Za-z0-9_-]{1,64}$')
);

create unique index one_active_key on ff_hmac_key ((true)) where expires_at is null;

comment on table ff_hmac_key is 'Signing keys: one is active, the others verify until they expire. No caller can read them.';
comment on column ff_hmac_key.kid is 'Name of the key; part of every signature.';
comment on column ff_hmac_key.inner_pad is 'The key xor 0x36, 64 bytes.';
comment on column ff_hmac_key.outer_pad is 'The key xor 0x5c, 64 bytes.';
comment on column ff_hmac_key.created_at is 'When it was stored.';
comment on column ff_hmac_key.activated_at is 'When it became the active one.';
comment on column ff_hmac_key.expires_at is 'Until then it verifies; null: it is the active one.';
