-- The one catalogue of errors: the documentation, the driver's exceptions and the checker derive
-- from it. Reactions: lease_lost (stop working), caller (the call was wrong), again (look again),
-- denied, bug (ours).
insert into ff_error_code (sqlstate, symbol, reaction, message, hint) values
('ZF101', 'lease_expired', 'lease_lost',
    'the lease has expired',
    'Stop working on this execution; renew leases earlier or ask for a longer one.'),
('ZF102', 'stale_lease', 'lease_lost',
    'the lease is stale',
    'Somebody else owns the execution now, or did since; stop working on it.'),
('ZF103', 'lease_revoked', 'lease_lost',
    'the lease was revoked',
    'An operator took the lease away; stop working on this execution.'),
('ZF105', 'execution_not_active', 'lease_lost',
    'the execution is not active',
    'The lease has ended; the detail tells in what state the execution is.'),
('ZF201', 'execution_not_found', 'caller',
    'the execution does not exist',
    'Check the execution id; it may also have been trimmed after its retention.'),
('ZF205', 'idempotency_key_conflict', 'caller',
    'the same key was used for a different submission',
    'A key stands for one lane, kind and content; use another key for another submission.');
