-- Taking one's data along, and having it erased (docs/decisions/0032-erasure.md).

-- What is to be erased. The row goes last, and with it the only thing that ties what is kept to whom it was about.
create table erasure (
  id uuid primary key,
  kind text not null check (kind in ('project', 'account')),
  subject_id uuid not null unique,
  -- What pseudonyms are made with; nobody can make them again once it is gone.
  secret text not null,
  -- Set once all that was found is gone: transactions before this one may have written more, so it is looked at again.
  until xid8,
  created_at timestamptz not null
);
grant insert on erasure to earshot_web;
grant select, insert, update, delete on erasure to earshot_worker;

-- Who did what when in projects that are erased, without what and whom it was about.
create table kept_audit (
  id bigint generated always as identity primary key,
  project text not null,
  actor text not null,
  action text not null,
  created_at timestamptz not null
);
create index kept_audit_age on kept_audit (created_at);

-- What was paid for them: what the law wants kept.
create table kept_payment (
  id bigint generated always as identity primary key,
  project text not null,
  payer text,
  kind text not null check (kind in ('subscription', 'purchase')),
  provider_id text not null,
  status text,
  product_id text,
  product_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select, insert, delete on kept_audit to earshot_worker;
grant select, insert on kept_payment to earshot_worker;

-- The name under which something is kept: the same for the same thing in one erasure, and nothing to anybody later.
create function pseudonym(secret text, thing text) returns text language sql immutable set search_path = pg_catalog as
$$ select 'erased:' || left(encode(sha256(convert_to(secret || ' ' || thing, 'UTF8')), 'hex'), 32) $$;

-- Decisions outlive who made them.
alter table decision
  alter column user_id drop not null,
  add column pseudonym text,
  add check ((user_id is null) = (pseudonym is not null));
create index decision_user on decision (user_id) where user_id is not null;
create index audit_entry_actor on audit_entry (actor) where actor like 'user:%';
alter table subscription add column payer text;
alter table purchase add column payer text;

-- Whose names stand in a mail, beside those of whose account it is about: it goes with them too.
alter table mail
  add column names_project uuid references project on delete cascade,
  add column names_user uuid references "user" on delete cascade;
create index mail_names_project on mail (names_project) where names_project is not null;
create index mail_names_user on mail (names_user) where names_user is not null;

-- Files for people to take along. They are for who asked, and as long as they see the project.
create table export (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  kind text not null check (kind in ('account', 'project')),
  project_id uuid references project on delete cascade,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  lines bigint not null default 0,
  bytes bigint,
  fault text,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'project') = (project_id is not null)),
  check ((state = 'done') = (bytes is not null)),
  check ((state = 'done') = (expires_at is not null))
);
create index export_user on export (user_id);
create index export_project on export (project_id);
grant select, insert, update, delete on export to earshot_web, earshot_worker;
alter table export enable row level security;
create policy web on export to earshot_web using (project_id is null or project_id = any (current_projects()));
create policy worker on export to earshot_worker using (true);

-- What is over is tidied away by the worker, which sees nothing else of it.
grant select (until), delete on throttle to earshot_worker;
grant select (expires_at), delete on user_code, social_attempt, social_pending to earshot_worker;
create index user_code_end on user_code (expires_at);

-- The worker takes projects and accounts away.
grant delete on "user", sibling_key, learning to earshot_worker;

-- Takes an account out of everybody's reach: every way into it, and all that only it or its address is in. Some of that
-- is in projects that who is signed in does not see. What is left of the account is a row without a name, for a job.
create function blank_account(whose uuid, nothing text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare address text;
begin
  select lower(email) into address from "user" where id = whose;
  delete from mail where user_id = whose or names_user = whose or lower(recipient) = address;
  delete from social_pending where lower(email) = address
    or (provider, subject) in (select provider, subject from social_identity where user_id = whose);
  delete from social_identity where user_id = whose;
  delete from user_code where user_id = whose or lower(email) = address;
  delete from api_token where created_by = whose;
  delete from session where user_id = whose;
  delete from member where user_id = whose or (user_id is null and lower(email) = address);
  update "user" set email = nothing, username = nothing, password_hash = null, provider = 'local', confirmed_at = null,
    blocked_at = at, time_zone = null, updated_at = at
  where id = whose;
end $$;
revoke all on function blank_account from public;
grant execute on function blank_account to earshot_web;
