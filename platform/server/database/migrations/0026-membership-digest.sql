-- Whether a user's memberships are what they were: 128 bits over them and how many there are, in a third of the time that
-- telling them takes. The ids that go into it are the server's own, so that nobody can choose them to be mistaken.
create function memberships_digest(whose uuid) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*) || ' ' || coalesce(bit_xor(uuid_hash_extended(m.project_id, hashtext(m.role))), 0)
    || ' ' || coalesce(bit_xor(uuid_hash_extended(m.project_id, hashtext(m.role) + 1::bigint)), 0)
  from public.member m where m.user_id = whose
$$;
