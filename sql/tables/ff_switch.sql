-- Switches: the hot calls read one sequence instead of the tables of features that most
-- installations do not use. A switch is off while there is nothing to look for; when it is on, the
-- call looks.
--
-- A switch that is off holds the present run of the server (_server_run), so every other value
-- means on: after a restart, a restore or a promotion the calls look, until a tick has looked.
--   on:   by a row trigger on each table that a switch is about (switch_on). The statement has its
--         lock on the table by then, and keeps it until its transaction ends.
--   off:  by a tick, under a lock on these tables that conflicts with every such statement, and
--         with TRUNCATE (_turn_switches_off).
-- So while a change is open, prepared or just being committed, the switch is on. A sequence is the
-- same to every snapshot: a call with an older one follows the present settings.
--
-- A new feature adds its table to the trigger and to the lock, its condition to _are_lanes_plain,
-- and to the hot calls only a look under "if the switch is on".

-- Of claims and calls of holders: no lane is paused, disabled or restricted.
create sequence ff_work_switch minvalue 0 start 0 cache 1;

-- Of submissions: no lane has limits of submitters or grants, or refuses work, and there is no
-- default policy, of a lane or of all lanes.
create sequence ff_submission_switch minvalue 0 start 0 cache 1;

comment on sequence ff_work_switch is 'Off while claims and calls of holders need not look at lanes.';
comment on sequence ff_submission_switch is 'Off while submissions need not look at lanes.';
