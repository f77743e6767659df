create table ff_privilege (
    function_name text not null,
    role_name text not null,
    primary key (function_name, role_name)
);

comment on table ff_privilege is 'The grant matrix: which group role may call which function; see sql/privileges.sql.';
comment on column ff_privilege.function_name is 'A public function.';
comment on column ff_privilege.role_name is 'A group role that may call it.';
