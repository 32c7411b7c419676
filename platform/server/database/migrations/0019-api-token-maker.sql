-- An API token acts for a member and goes with the membership: it must not open anything again once they are back.
delete from api_token t where not exists (
  select from member m where m.project_id = t.project_id and m.user_id = t.created_by);
alter table api_token
  add foreign key (project_id, created_by) references member (project_id, user_id) on delete cascade;

-- As before (0016), but for one thing: an address that was never confirmed may be somebody else's. What others sent or
-- offered to it stays theirs; else whoever signs up with it and leaves again would take their invitations and mails away.
create or replace function blank_account(whose uuid, nothing text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare proven text;
begin
  select lower(email) into proven from "user" where id = whose and confirmed_at is not null;
  delete from mail where user_id = whose or names_user = whose or lower(recipient) = proven;
  delete from social_pending where lower(email) = proven
    or (provider, subject) in (select provider, subject from social_identity where user_id = whose);
  delete from social_identity where user_id = whose;
  delete from user_code where user_id = whose or lower(email) = proven;
  delete from api_token where created_by = whose;
  delete from session where user_id = whose;
  delete from member where user_id = whose or (user_id is null and lower(email) = proven);
  update "user" set email = nothing, username = nothing, password_hash = null, provider = 'local', confirmed_at = null,
    blocked_at = at, time_zone = null, updated_at = at
  where id = whose;
end $$;
