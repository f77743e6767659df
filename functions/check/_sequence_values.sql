create or replace function _sequence_values()
returns table (sequence_name text, last_value bigint)
language sql
stable
as $_sequence_values$
    -- read as tables: pg_sequence_last_value would take the lock of a writer
    select p.sequence_name, case when p.is_called then p.last_value end
    from (
        select 'ff_event_event_id_seq' as sequence_name, last_value, is_called
        from ff_event_event_id_seq
        union all
        select 'ff_clock_record_record_id_seq', last_value, is_called
        from ff_clock_record_record_id_seq
        union all
        select 'ff_debt_debt_id_seq', last_value, is_called
        from ff_debt_debt_id_seq
        union all
        select 'ff_event_bell_bell_id_seq', last_value, is_called
        from ff_event_bell_bell_id_seq
        union all
        select 'ff_event_watermark_watermark_id_seq', last_value, is_called
        from ff_event_watermark_watermark_id_seq
        union all
        select 'ff_fair_sweep_sweep_id_seq', last_value, is_called
        from ff_fair_sweep_sweep_id_seq
        union all
        select 'ff_fair_turn_turn_id_seq', last_value, is_called
        from ff_fair_turn_turn_id_seq
        union all
        select 'ff_flow_todo_todo_id_seq', last_value, is_called
        from ff_flow_todo_todo_id_seq
        union all
        select 'ff_job_error_error_id_seq', last_value, is_called
        from ff_job_error_error_id_seq
        union all
        select 'ff_lane_count_count_id_seq', last_value, is_called
        from ff_lane_count_count_id_seq
        union all
        select 'ff_lapse_debt_debt_id_seq', last_value, is_called
        from ff_lapse_debt_debt_id_seq
        union all
        select 'ff_limit_todo_todo_id_seq', last_value, is_called
        from ff_limit_todo_todo_id_seq
        union all
        select 'ff_mailbox_mail_number_seq', last_value, is_called
        from ff_mailbox_mail_number_seq
        union all
        select 'ff_range_debt_debt_id_seq', last_value, is_called
        from ff_range_debt_debt_id_seq
        union all
        select 'ff_retention_log_retention_id_seq', last_value, is_called
        from ff_retention_log_retention_id_seq
        union all
        select 'ff_ring_request_request_id_seq', last_value, is_called
        from ff_ring_request_request_id_seq
        union all
        select 'ff_route_route_id_seq', last_value, is_called
        from ff_route_route_id_seq
        union all
        select 'ff_route_doubt_doubt_id_seq', last_value, is_called
        from ff_route_doubt_doubt_id_seq
        union all
        select 'ff_signal_signal_number_seq', last_value, is_called
        from ff_signal_signal_number_seq
        union all
        select 'ff_stream_bell_bell_id_seq', last_value, is_called
        from ff_stream_bell_bell_id_seq
        union all
        select 'ff_submitter_count_count_id_seq', last_value, is_called
        from ff_submitter_count_count_id_seq
        union all
        select 'ff_tag_index_index_id_seq', last_value, is_called
        from ff_tag_index_index_id_seq
        union all
        select 'ff_tick_log_tick_id_seq', last_value, is_called
        from ff_tick_log_tick_id_seq
        union all
        select 'ff_tick_request_request_id_seq', last_value, is_called
        from ff_tick_request_request_id_seq
        union all
        select 'ff_statistic_statistic_id_seq', last_value, is_called
        from ff_statistic_statistic_id_seq
        union all
        select 'ff_submitter_entry_entry_id_seq', last_value, is_called
        from ff_submitter_entry_entry_id_seq
        union all
        select 'ff_head_head_id_seq', last_value, is_called
        from ff_head_head_id_seq
        union all
        select 'ff_clock_era', last_value, is_called
        from ff_clock_era
        union all
        select 'ff_clock_mark', last_value, is_called
        from ff_clock_mark
        union all
        select 'ff_event_floor', last_value, is_called
        from ff_event_floor
        union all
        select 'ff_late_ids', last_value, is_called
        from ff_late_ids
    ) as p
$_sequence_values$;

comment on function _sequence_values is
'The last value that each sequence gave; null: none.';
