-- A gate is an empty table that is never read: the holders of ROW SHARE on it count. That lock is
-- granted at once to every session, costs no more than touching a table, is kept by PREPARE
-- TRANSACTION, and (unlike an advisory lock) cannot be taken by other logins. Holders are known by
-- their transaction id, which they have before they read the mark of the clock. (Writers of events
-- need no gate: an insert locks its table before it draws the id of the event.)

-- Held by every transaction that makes work claimable at a moment that was not announced before.
create table ff_gate_h ();

comment on table ff_gate_h is 'Gate of the claim heads: held (ROW SHARE) by transactions that make work claimable.';

-- Where submissions of the usual kind are written to: ff_exec_core. An insert locks this view, too
-- (ROW EXCLUSIVE), before it reads the clock and the mark, and that lock counts as gate H; calls
-- that change ff_exec_core itself do not have it. So a submission needs no statement for the gate.
create view ff_new_execution as
select e.* -- noqa: AM04
from ff_exec_core as e;

comment on view ff_new_execution is 'Where submissions are written to; their lock on it counts as gate H.';
