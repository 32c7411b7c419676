-- The bytes that a user's unfinished uploads take, and those of everybody: each counts in full from its first chunk until
-- its chunks are deleted. An account's uploads may be in projects that whoever asks can't see, so the scope is an argument.
create function uploaded_bytes(whose uuid) returns table (own bigint, everybody bigint)
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(sum(i.bytes_total) filter (where i.created_by = whose), 0)::bigint, coalesce(sum(i.bytes_total), 0)::bigint
  from import i
  where i.origin = 'upload' and i.state not in ('done', 'failed')
    and exists (select from import_chunk c where c.import_id = i.id)
$$;
revoke all on function uploaded_bytes from public;
grant execute on function uploaded_bytes to earshot_web;
