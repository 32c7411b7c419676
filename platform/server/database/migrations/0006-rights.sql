-- What only workers do, only they may do: the web process neither makes nor drops days, and counts nothing that arrives.
revoke all on function make_recent_partitions, drop_recent_partitions from public;
grant execute on function make_recent_partitions, drop_recent_partitions to earshot_worker;
revoke insert, update, delete on recent, postponed, tally, source_health from earshot_web;
