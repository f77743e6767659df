-- A new installation can sign: it makes a key of its own, of 244 random bits.
select _store_key(
    'installed',
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
    _now()
);
