-- Visits of pages, counted without anybody's person (docs/decisions/0053-visits-and-scripts.md): how often a page was
-- shown on a day, where people came from, and how many they were. Who a visitor was cannot be told from a digest without
-- the salt of the day, and both go when the day is over.
create table visit_count (
  day date not null,
  name text not null,
  path text not null,
  referrer text not null,
  count integer not null,
  primary key (day, name, path, referrer)
);
create table visit_day (
  day date primary key,
  visitors integer not null
);
create table visit_salt (
  day date primary key,
  salt text not null
);
create table visitor (
  day date not null,
  digest text not null,
  primary key (day, digest)
);

-- What people say to whoever runs the installation. No address of the API shows it: it is in the export of whoever said it, and the operator reads it.
create table feedback (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  kind text not null check (kind in ('idea', 'problem', 'praise')),
  text text not null,
  page text,
  created_at timestamptz not null
);
create index feedback_user on feedback (user_id);

grant select, insert, update on visit_count, visit_day to earshot_web;
grant select, insert on visit_salt to earshot_web;
grant select, insert on visitor to earshot_web;
grant select, insert on feedback to earshot_web;
grant select, delete on visit_count, visit_day, visit_salt, visitor to earshot_worker;
grant select on feedback to earshot_worker;

-- As before (0019), and what somebody said to the operator goes with the account.
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
  delete from feedback where user_id = whose;
  delete from session where user_id = whose;
  delete from member where user_id = whose or (user_id is null and lower(email) = proven);
  update "user" set email = nothing, username = nothing, password_hash = null, provider = 'local', confirmed_at = null,
    blocked_at = at, time_zone = null, updated_at = at
  where id = whose;
end $$;
