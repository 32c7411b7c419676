-- How Reddit's API is asked by all processes together (docs/decisions/0035-reddit-access.md). Tokens are sealed with SECRET.

-- How the limit of an app stands, as engine/governor keeps it. Nobody's data.
create table reddit_limit (
  client_id text primary key,
  window_ends_at timestamptz not null,
  source text not null check (source in ('guess', 'before', 'said')),
  allowance integer not null,
  used integer not null,
  actions integer not null,
  rechecks integer not null,
  late integer not null,
  pace timestamptz not null,
  recheck_pace timestamptz not null,
  paused_until timestamptz not null
);
grant select, insert, update on reddit_limit to earshot_web, earshot_worker;

-- The token that the app itself reads with.
create table reddit_token (
  client_id text primary key,
  access_sealed text,
  -- Told by its digest which one is refused.
  access_digest text,
  access_expires_at timestamptz,
  failures integer not null default 0,
  -- Reddit is not asked for another before.
  retry_at timestamptz
);
grant select, insert, update on reddit_token to earshot_web, earshot_worker;

-- An account on Reddit that a project connected.
create table reddit_account (
  project_id uuid not null references project on delete cascade,
  id uuid not null unique,
  -- The app that it was connected with: another one's tokens are of no use to it.
  client_id text not null,
  realm text not null check (realm in ('sandbox', 'real')),
  -- Its id on Reddit, which stays.
  subject text not null,
  name text not null,
  state text not null check (state in ('connected', 'signIn')),
  scopes text[] not null,
  refresh_sealed text not null,
  access_sealed text,
  access_digest text,
  access_expires_at timestamptz,
  failures integer not null default 0,
  retry_at timestamptz,
  connected_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, client_id, subject)
);
create index reddit_account_connected_by on reddit_account (connected_by) where connected_by is not null;
grant select, insert, update, delete on reddit_account to earshot_web, earshot_worker;
alter table reddit_account enable row level security;
create policy web on reddit_account to earshot_web using (project_id = any (current_projects()));
create policy worker on reddit_account to earshot_worker using (true);

-- Who went to Reddit to connect an account, and for which project. Once used it is gone.
create table reddit_connecting (
  project_id uuid not null references project on delete cascade,
  state_digest text primary key,
  user_id uuid not null references "user" on delete cascade,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null
);
create index reddit_connecting_project on reddit_connecting (project_id);
create index reddit_connecting_user on reddit_connecting (user_id);
create index reddit_connecting_session on reddit_connecting (session_id);
create index reddit_connecting_end on reddit_connecting (expires_at);
grant select, insert, delete on reddit_connecting to earshot_web;
grant select, delete on reddit_connecting to earshot_worker;
alter table reddit_connecting enable row level security;
create policy web on reddit_connecting to earshot_web using (project_id = any (current_projects()));
create policy worker on reddit_connecting to earshot_worker using (true);

-- Tokens that are to be given back: of an account that was disconnected, or whose project is gone.
create table reddit_leaving (
  id uuid primary key default gen_random_uuid(),
  client_id text not null,
  refresh_sealed text not null,
  failures integer not null default 0,
  retry_at timestamptz not null default now()
);
grant select, update, delete on reddit_leaving to earshot_web, earshot_worker;

create function leave_reddit() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  insert into reddit_leaving (client_id, refresh_sealed) values (old.client_id, old.refresh_sealed);
  return null;
end $$;
create trigger leave_reddit after delete on reddit_account for each row execute function leave_reddit();
