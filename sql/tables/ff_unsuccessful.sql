-- The executions that have ended otherwise than completed, in the order of lists. A table of its
-- own: one more index on executions, even a partial one that a success never enters, would cost
-- every submission, claim and completion 6,000 instructions, one in a hundred.
create table ff_unsuccessful (
    execution_id uuid primary key
);

comment on table ff_unsuccessful is 'The executions that have ended otherwise than completed.';
comment on column ff_unsuccessful.execution_id is 'The execution.';
