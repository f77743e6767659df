-- The kinds of names that arguments are checked for.
create type _name_kind as enum ('label', 'lane', 'worker', 'tag_key');

comment on type _name_kind is 'The kind of object that an argument names; a label is a kind, a namespace, an actor or a key.';
