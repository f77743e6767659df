create table ff_error_code (
    sqlstate text not null,
    symbol text primary key,
    reaction text not null,
    message text not null,
    hint text not null
);

comment on table ff_error_code is 'The catalogue of errors; filled from sql/error_codes.sql, read when one is raised.';
comment on column ff_error_code.sqlstate is 'SQLSTATE, class ZF.';
comment on column ff_error_code.symbol is 'The name that DETAIL carries and the driver maps to an exception.';
comment on column ff_error_code.reaction is 'The reaction of a client: lease_lost, caller, again, denied or bug.';
comment on column ff_error_code.message is 'The primary message.';
comment on column ff_error_code.hint is 'A hint for the reader of the error.';
