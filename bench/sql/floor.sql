-- The floor: the least that a durable change of one row can cost, each client on a row of its own.
update floor set v = v + 1 where id = :client_id;
