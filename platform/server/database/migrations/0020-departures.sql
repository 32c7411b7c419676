-- Who deletes an account takes rows away in every project that it belongs to or is invited to. The projects are held before,
-- those too that it does not see, and by all in one order: two who have invited each other may leave at once.
create function hold_projects_of(whose uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from project where id in (
    select m.project_id from member m join "user" u on u.id = whose
    where m.user_id = whose or (m.user_id is null and lower(m.email) = lower(u.email) and u.confirmed_at is not null))
  order by id for no key update;
end $$;
revoke all on function hold_projects_of from public;
grant execute on function hold_projects_of to earshot_web;
