-- Gates are empty tables that are never read: the holders of ROW SHARE on them count. That lock is
-- granted at once to every session, costs no more than touching a table, is kept by PREPARE
-- TRANSACTION, and (unlike an advisory lock) cannot be taken by other logins. Holders are known by
-- their transaction id, which they have before they read the mark of the clock, or draw the id of
-- an event.

-- Held by every transaction that makes work claimable at a moment that was not announced before.
create table ff_gate_h ();

-- Held by every transaction that writes an event.
create table ff_gate_e ();

comment on table ff_gate_h is 'Gate of the claim heads: held (ROW SHARE) by transactions that make work claimable.';
comment on table ff_gate_e is 'Gate of the event watermark: held (ROW SHARE) by transactions that write events.';
