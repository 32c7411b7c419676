-- Codes in mails, what people see of their sessions, and the API tokens of a project.

-- A key that went out by mail, as its digest: good once, for one user and one purpose. A newer one replaces it.
create table user_code (
  user_id uuid not null references "user" on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirmation', 'change')),
  digest text not null unique,
  -- The address it went to, which is what it proves; for a change, the new one.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
grant select, insert, update, delete on user_code to earshot_web;

alter table session
  add column device text not null default '',
  add column address text not null default '',
  add column last_used_at timestamptz;
update session set last_used_at = created_at;
alter table session alter column last_used_at set not null;

create table api_token (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  created_by uuid not null references "user" on delete cascade,
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  digest text not null unique,
  ending text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index api_token_created_by on api_token (created_by);
alter table api_token enable row level security;
create policy web on api_token to earshot_web using (project_id = any (current_projects()));
create policy worker on api_token to earshot_worker using (true);
grant select, insert, update, delete on api_token to earshot_web;
grant select, delete on api_token to earshot_worker;

-- Whose token it is must be known before it is known which projects may be seen: who made it, with their role in its
-- project as it is now. No row where they are blocked or belong to it no more.
create function bearer_of_token(wanted text)
returns table (id uuid, project_id uuid, scope text, user_id uuid, role text, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select t.id, t.project_id, t.scope, t.created_by, m.role, t.last_used_at
  from public.api_token t
  join public."user" u on u.id = t.created_by and u.blocked_at is null
  join lateral public.memberships_of(t.created_by) m on m.project_id = t.project_id
  where t.digest = wanted
$$;

-- A new password or address ends every token of a user, also in projects that nobody signed in can be asked about.
create function drop_tokens_of(whose uuid) returns void
language sql security definer set search_path = pg_catalog, public as
$$ delete from public.api_token where created_by = whose $$;

revoke all on function bearer_of_token, drop_tokens_of from public;
grant execute on function bearer_of_token, drop_tokens_of to earshot_web;
