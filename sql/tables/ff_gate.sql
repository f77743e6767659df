-- Gates are empty tables that nobody reads: what counts is who holds ROW SHARE on them. That lock
-- is granted at once to everybody who asks for it, costs no more than touching a table, is kept by
-- PREPARE TRANSACTION, and (unlike an advisory lock) cannot be taken by other logins. Holders go by
-- their transaction id, which they have before they take what they could be waited for: a mark of
-- the clock, or the id of an event.

-- Held by every transaction that makes work claimable at a moment that was not announced before.
create table ff_gate_h ();

-- Held by every transaction that writes an event.
create table ff_gate_e ();

comment on table ff_gate_h is 'Gate of the claim heads: held (ROW SHARE) by who makes work claimable.';
comment on table ff_gate_e is 'Gate of the event watermark: held (ROW SHARE) by who writes events.';
