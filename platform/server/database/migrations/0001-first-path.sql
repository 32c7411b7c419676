-- The whole path of a lead, first edition: who (user, session, project, member), what a project listens for
-- (keyword, competitor), what arrived (post, batch), and what came of it (candidate, opportunity, decision).

create table "user" (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text,
  provider text not null default 'local',
  confirmed_at timestamptz,
  blocked_at timestamptz,
  time_zone text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index user_email on "user" (lower(email));
create unique index user_username on "user" (lower(username));

create table session (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_by_user on session (user_id);

create table project (
  id uuid primary key,
  name text not null,
  website text,
  summary text not null default '',
  time_zone text not null default 'UTC',
  status text not null check (status in ('draft', 'processing', 'done', 'paid', 'archived')),
  -- Raised by every change of what the project listens for; a scan belongs to one version.
  version integer not null default 1,
  -- The version whose look-back over all kept posts has reached its end.
  scanned_version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table member (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'client')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, user_id)
);
create index member_user on member (user_id);

create table keyword (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('brand', 'competitor', 'problem')),
  query text not null,
  status text not null check (status in ('active', 'paused')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index keyword_query on keyword (project_id, lower(query));

create table competitor (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  website text,
  status text not null check (status in ('active', 'paused')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index competitor_name on competitor (project_id, lower(name));

-- One row. Every change of any project's phrases locks and raises it in its own transaction (DESIGN 4 "match").
create table phrase_version (
  single boolean primary key default true check (single),
  version bigint not null default 1
);
insert into phrase_version default values;

-- What others wrote, kept once for all projects. outside_id is the base-36 number behind Reddit's id; where an
-- archive's id is no such number, it is a negative hash of the id and outside_name holds the id itself.
create table post (
  id uuid primary key,
  source smallint not null,
  kind text not null check (kind in ('post', 'comment')),
  outside_id bigint not null,
  outside_name text,
  subreddit text not null,
  author text,
  title text not null,
  body text not null,
  body_truncated boolean not null,
  url text,
  permalink text not null,
  flair text,
  score integer,
  num_comments integer,
  posted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (source, kind, outside_id)
);

-- Posts that go down the pipeline together. project_id is set where one project looks back.
create table batch (
  id uuid primary key,
  project_id uuid references project on delete cascade,
  post_ids uuid[] not null,
  created_at timestamptz not null,
  -- When its last candidate had become an opportunity or not; null while it is under way.
  finished_at timestamptz
);
create index batch_unfinished on batch (project_id) where finished_at is null;

create table candidate (
  project_id uuid not null references project on delete cascade,
  post_id uuid not null references post,
  batch_id uuid not null,
  project_version integer not null,
  hits jsonb not null,
  score real,
  label smallint,
  components jsonb,
  scored_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, post_id)
);
create index candidate_batch on candidate (batch_id);

create table opportunity (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  post_id uuid not null references post,
  score real not null,
  label smallint not null,
  components jsonb not null,
  posted_at timestamptz,
  -- When freshness falls by a step and the score with it; null after the last step.
  freshness_due_at timestamptz,
  state text not null default 'new' check (state in ('new', 'replied', 'rejected')),
  saved boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, post_id)
);
create index opportunity_score on opportunity (project_id, state, score desc, id desc);
create index opportunity_posted on opportunity (project_id, state, posted_at desc nulls last, id desc);
create index opportunity_freshness on opportunity (freshness_due_at) where freshness_due_at is not null;

-- What a person decided about a lead, with who and when; undo removes the row.
create table decision (
  project_id uuid not null,
  opportunity_id uuid not null,
  kind text not null check (kind in ('reply', 'rejection', 'save')),
  user_id uuid not null references "user",
  reason text,
  created_at timestamptz not null,
  primary key (project_id, opportunity_id, kind),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade,
  check ((kind = 'rejection') = (reason is not null))
);

create table audit_entry (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  actor text not null,
  action text not null,
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (project_id, id)
);

-- Rights. The program works as one of two roles that own nothing, so the policies below always hold:
-- earshot_web sees the projects that its transaction names, earshot_worker sees all (DESIGN 3).
grant usage on schema public to earshot_web, earshot_worker;
grant select, insert, update, delete on all tables in schema public to earshot_web, earshot_worker;
revoke all on "user", session from earshot_worker;
grant select (id, username) on "user" to earshot_worker;

create function current_projects() returns uuid[] language sql stable parallel safe as
$$ select string_to_array(current_setting('earshot.projects', true), ',')::uuid[] $$;

-- Whose projects are whose must be known before the list above can be set: the one question asked without it.
create function memberships_of(whose uuid) returns table (project_id uuid, role text)
language sql stable security definer set search_path = pg_catalog, public as
$$ select m.project_id, m.role from public.member m where m.user_id = whose order by m.project_id $$;

do $$
declare t text;
begin
  alter table project enable row level security;
  create policy web on project to earshot_web using (id = any (current_projects()));
  create policy worker on project to earshot_worker using (true);
  foreach t in array array['member', 'keyword', 'competitor', 'candidate', 'opportunity', 'decision', 'audit_entry', 'batch'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
