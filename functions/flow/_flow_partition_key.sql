create or replace function _flow_partition_key(p_flow_id uuid)
returns smallint
language plpgsql
immutable
as $_flow_partition_key$
declare
    v_bytes constant bytea := uuid_send(p_flow_id);
    v_crc integer := 0;
begin
    -- CRC-16/XMODEM, so that other implementations place a flow alike
    for v_byte in 0..15 loop
        v_crc := v_crc # (get_byte(v_bytes, v_byte) << 8);
        for v_bit in 1..8 loop
            v_crc := ((v_crc << 1) # case when v_crc & 32768 > 0 then 4129 else 0 end) & 65535;
        end loop;
    end loop;
    return (v_crc % 256)::smallint;
end;
$_flow_partition_key$;

comment on function _flow_partition_key is
'Partition of the executions that are minted for a flow, so that a flow lives on one shard.';
