create or replace function _is_resumable(p_state ff_state)
returns boolean
language sql
immutable
as $_is_resumable$
    select p_state in (
        'waiting_resume', 'delayed_resume', 'resume_delay', 'quota_resume', 'budget_resume'
    )
$_is_resumable$;

comment on function _is_resumable is
'Would a claim go on with an attempt that was interrupted? Inlined where it is called.';
