create or replace function _check_json_shape(
    p_argument text,
    p_path text,
    p_value jsonb,
    p_shape jsonb
)
returns void
language plpgsql
immutable
as $_check_json_shape$
declare
    v_where constant text := case when p_path = '' then '' else format('at "%s" ', p_path) end;
    v_type constant text := jsonb_typeof(p_value);
    r_member record;
begin
    case
        when v_type = 'null' or p_shape ? 'json' then
            -- a JSON null means the same as a key left out
            null;
        when p_shape ? 'string' then
            if v_type <> 'string' then
                perform _raise_invalid(p_argument, v_where || 'must be a string');
            end if;
        when p_shape ? 'object' then
            if v_type <> 'object' then
                perform _raise_invalid(p_argument, v_where || 'must be a JSON object');
            end if;
            for r_member in
                select m.key, m.value, ltrim(p_path || '.' || m.key, '.') as path
                from jsonb_each(p_value) as m
            loop
                if not p_shape -> 'object' ? r_member.key then
                    perform _raise_invalid(
                        p_argument,
                        format('has an unknown key "%s"', left(r_member.path, 200))
                    );
                end if;
                perform _check_json_shape(
                    p_argument, r_member.path, r_member.value, p_shape -> 'object' -> r_member.key
                );
            end loop;
        when p_shape ? 'integer' or p_shape ? 'number' then
            if v_type <> 'number' or (p_shape ? 'integer' and p_value::numeric % 1 <> 0) then
                perform _raise_invalid(
                    p_argument,
                    v_where || case
                        when p_shape ? 'integer' then 'must be a whole number'
                        else 'must be a number'
                    end
                );
            end if;
            if p_value::numeric not between
                (coalesce(p_shape -> 'integer', p_shape -> 'number') ->> 0)::numeric
                and (coalesce(p_shape -> 'integer', p_shape -> 'number') ->> 1)::numeric
            then
                perform _raise_invalid(
                    p_argument,
                    format(
                        '%smust be between %s and %s',
                        v_where,
                        coalesce(p_shape -> 'integer', p_shape -> 'number') ->> 0,
                        coalesce(p_shape -> 'integer', p_shape -> 'number') ->> 1
                    )
                );
            end if;
        when p_shape ? 'one_of' then
            if v_type <> 'string' or not p_shape -> 'one_of' @> p_value then
                perform _raise_invalid(
                    p_argument,
                    format(
                        '%smust be one of %s',
                        v_where,
                        (
                            select string_agg(w.word, ', ')
                            from jsonb_array_elements_text(p_shape -> 'one_of') as w (word)
                        )
                    )
                );
            end if;
        when p_shape ? 'strings' then
            if v_type <> 'array'
                or exists (
                    select 1 from jsonb_array_elements(p_value) as s (item)
                    where jsonb_typeof(s.item) <> 'string'
                )
            then
                perform _raise_invalid(p_argument, v_where || 'must be an array of strings');
            end if;
        else
            -- the remaining shape is {"boolean": true}
            if v_type <> 'boolean' then
                perform _raise_invalid(p_argument, v_where || 'must be true or false');
            end if;
    end case;
end;
$_check_json_shape$;

comment on function _check_json_shape is
'Refuses JSON that does not have the given shape, naming the argument and the path.';
