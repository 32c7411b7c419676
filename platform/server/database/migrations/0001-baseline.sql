-- The tables of the first release, by feature. Later changes are migrations of their own, which follow this one.
--
-- Rights: the program works as one of two roles that own nothing, so the policies always apply. earshot_web sees the
-- projects that its transaction names, earshot_worker sees all of them (DESIGN 3). A table with a project_id has the
-- two policies at the end of this file, unless others follow it. `security definer` functions answer the few questions
-- that reach beyond a transaction's projects; each takes its scope as an argument.
--
-- realm is 'real' or 'sandbox': what was made by the sandbox never mixes with what is real (DESIGN 3).

grant usage on schema public to earshot_web, earshot_worker;
-- The list of migrations, which is created before the first of them.
grant select on schema_migration to earshot_web, earshot_worker;

-- The projects that this transaction may see.
create function current_projects() returns uuid[] language sql stable parallel safe as
$$ select string_to_array(current_setting('earshot.projects', true), ',')::uuid[] $$;

-- Accounts

create table "user" (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text,
  provider text not null default 'local',
  confirmed_at timestamptz,
  blocked_at timestamptz,
  time_zone text,
  -- The confirmation link was opened without a session of this account: by the owner on another device, or by a mail
  -- scanner, possibly for an account that somebody else created with the address.
  confirmed_unseen boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index user_email on "user" (lower(email));
create unique index user_username on "user" (lower(username));
grant select, insert, update, delete on "user" to earshot_web;
grant select (id, username), delete on "user" to earshot_worker;

create table session (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  device text not null default '',
  address text not null default '',
  last_used_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_by_user on session (user_id);
grant select, insert, update, delete on session to earshot_web;
grant select (expires_at), delete on session to earshot_worker;

-- Digests of codes sent by mail. A code works once, for one user and one purpose; a newer one replaces it.
create table user_code (
  user_id uuid not null references "user" on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirmation', 'change')),
  digest text not null unique,
  -- The address it was sent to, which is what it proves; for a change, the new one.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
create index user_code_end on user_code (expires_at);
grant select, insert, update, delete on user_code to earshot_web;
grant select (expires_at), delete on user_code to earshot_worker;

-- Accounts at sign-in providers that are linked to users here (SPEC 4, docs/decisions/0027).
create table social_identity (
  provider text not null check (provider in ('google', 'github', 'reddit')),
  -- The provider's id, which stays the same when the name or address changes.
  subject text not null,
  user_id uuid not null references "user" on delete cascade,
  -- The name at the provider when the account was linked.
  username text not null,
  -- Names the linked account in the API, without revealing the provider's id.
  id uuid not null default gen_random_uuid() unique,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identity_user on social_identity (user_id);
grant select, insert, update, delete on social_identity to earshot_web;

-- Sign-ins in progress at a provider. Each can be completed once, with the state and in the browser that has the
-- cookie. Only digests of both are stored, so the row is useless without them.
create table social_attempt (
  state_digest text primary key,
  browser_digest text not null,
  provider text not null check (provider in ('google', 'github', 'reddit')),
  verifier text not null,
  nonce text not null,
  expires_at timestamptz not null,
  -- The account to link to, for somebody signed in; null for a sign-in.
  user_id uuid references "user" on delete cascade
);
create index social_attempt_end on social_attempt (expires_at);
create index social_attempt_user on social_attempt (user_id);
grant select, insert, update, delete on social_attempt to earshot_web;
grant select (expires_at), delete on social_attempt to earshot_worker;

-- Sign-ins whose provider vouches for no address: the person enters one and confirms it with a code (DECISIONS 10).
create table social_pending (
  browser_digest text primary key,
  provider text not null check (provider in ('google', 'github', 'reddit')),
  subject text not null,
  username text not null,
  email text,
  code_digest text,
  tries_left integer not null default 0,
  code_expires_at timestamptz,
  expires_at timestamptz not null,
  check ((code_digest is null) = (email is null)),
  check ((code_digest is null) = (code_expires_at is null))
);
create index social_pending_end on social_pending (expires_at);
grant select, insert, update, delete on social_pending to earshot_web;
grant select (expires_at), delete on social_pending to earshot_worker;

-- Projects, their members, API tokens, and the audit log

create table project (
  id uuid primary key,
  name text not null,
  website text,
  summary text not null default '',
  time_zone text not null default 'UTC',
  status text not null check (status in ('draft', 'processing', 'done', 'paid', 'archived')),
  -- Raised by every change to what the project watches for; a backfill belongs to one version.
  version integer not null default 1,
  -- The version whose backfill over all stored posts has finished.
  scanned_version integer not null default 0,
  -- phrase_version.version after the last change to what the project watches for. A backfill reads the batches that
  -- were matched by an earlier one.
  phrase_version bigint not null default 1,
  -- Progress of the backfill, in items; the total is null when none is running.
  scan_done bigint not null default 0,
  scan_total bigint,
  audience text[] not null default '{}',
  pains text[] not null default '{}',
  languages text[] not null default '{}',
  -- How much each component of a lead's score counts.
  score_weights jsonb not null default '{"fit": 1, "intent": 1, "freshness": 1, "engagement": 1}',
  is_agency_project boolean not null default false,
  -- The plan (a key of the plans contract) of a project that belongs to an agency's client.
  agency_plan text,
  -- The realm that the project sees. Its rows of the other one are hidden until they are purged.
  realm text not null default 'real' check (realm in ('sandbox', 'real')),
  sources text[] not null default '{reddit-api,reddit-rss,archive,sandbox}'
    check (sources <@ '{reddit-api,reddit-rss,archive,sandbox}'::text[]),
  -- Chosen subreddits (SPEC 3), in lower case and without `r/`. Empty: everything that its sources deliver.
  communities text[] not null default '{}' check (cardinality(communities) <= 50),
  -- When held leads and mentions are released; null: they are released at once (docs/decisions/0038).
  leads_release_at timestamptz,
  mentions_release_at timestamptz,
  -- When the release job checks this project next; null: never by the clock.
  release_look_at timestamptz default '-infinity',
  -- When the first real item arrived and the project left the sandbox's realm; null once its sandbox rows are purged.
  real_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_phrase_version on project (phrase_version);
create index project_release_look on project (release_look_at) where release_look_at is not null;
-- For every batch: which projects turned a source off. Most turned off none.
create index project_choosy on project (id) where sources <> '{reddit-api,reddit-rss,archive,sandbox}'::text[];
create index project_communities on project using gin (communities);
-- For every list: which projects are in the sandbox.
create index project_sandbox on project (id) where realm = 'sandbox';
grant select, insert, update, delete on project to earshot_web, earshot_worker;
alter table project enable row level security;
create policy web on project to earshot_web using (id = any (current_projects()));
create policy worker on project to earshot_worker using (true);

-- Members, and invitations: an invitation is a member without a user. It is for an address, and the mailed token
-- accepts it. Only a digest of the token is stored.
create table member (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  user_id uuid references "user" on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'client')),
  email text not null default '',
  status text not null default 'active' check (status in ('invited', 'active')),
  invited_by uuid references "user" on delete set null,
  token_digest text,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, user_id),
  check ((status = 'active') = (user_id is not null)),
  check ((status = 'invited') = (token_digest is not null and expires_at is not null))
);
create index member_user on member (user_id);
create unique index member_email on member (project_id, lower(email));
create unique index member_token on member (token_digest);
create index member_invited_by on member (invited_by);
grant select, insert, update, delete on member to earshot_web, earshot_worker;

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
  primary key (project_id, id),
  -- A token acts for a member and is deleted with the membership, so it stays invalid if they join again.
  foreign key (project_id, created_by) references member (project_id, user_id) on delete cascade
);
create index api_token_created_by on api_token (created_by);
grant select, insert, update, delete on api_token to earshot_web;
grant select, delete on api_token to earshot_worker;

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
create index audit_entry_actor on audit_entry (actor) where actor like 'user:%';
grant select, insert, update, delete on audit_entry to earshot_web, earshot_worker;

-- A user's projects, which must be known before a transaction can name them.
create function memberships_of(whose uuid) returns table (project_id uuid, role text)
language sql stable security definer set search_path = pg_catalog, public as
$$ select m.project_id, m.role from public.member m where m.user_id = whose order by m.project_id $$;

-- A user's memberships as one text, `project role,project role`, in a stable order. Reading a thousand takes half as
-- long as reading as many rows, and one digest tells whether they have changed.
create function memberships_in(whose uuid) returns text
language sql stable security definer set search_path = pg_catalog, public as
$$ select coalesce(string_agg(m.project_id || ' ' || m.role, ',' order by m.project_id), '') from public.member m where m.user_id = whose $$;

-- The project of an invitation token, for people who are members of none yet.
create function project_of_invitation(digest text) returns uuid
language sql stable security definer set search_path = pg_catalog, public as
$$ select m.project_id from member m where m.token_digest = digest and m.status = 'invited' $$;
revoke all on function project_of_invitation from public;
grant execute on function project_of_invitation to earshot_web;

-- The member an API token acts for, with their current role. No row if they are blocked or no longer a member.
create function bearer_of_token(wanted text)
returns table (id uuid, project_id uuid, scope text, user_id uuid, role text, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select t.id, t.project_id, t.scope, t.created_by, m.role, t.last_used_at
  from public.api_token t
  join public."user" u on u.id = t.created_by and u.blocked_at is null
  join lateral public.memberships_of(t.created_by) m on m.project_id = t.project_id
  where t.digest = wanted
$$;
revoke all on function bearer_of_token from public;
grant execute on function bearer_of_token to earshot_web;

-- Deletes a user's tokens in all projects, after a change of password or address.
create function drop_tokens_of(whose uuid) returns void
language sql security definer set search_path = pg_catalog, public as
$$ delete from public.api_token where created_by = whose $$;
revoke all on function drop_tokens_of from public;
grant execute on function drop_tokens_of to earshot_web;

-- Locks every project that an account belongs to or is invited to, before the account is deleted. The fixed order
-- prevents a deadlock between two people who have invited each other and leave at the same time.
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

-- For an unconfirmed account, which anybody may have created, when the owner of its address arrives: removes everybody
-- else from the projects it owns, and the account from all others, and records that in each project's audit log.
create function part_from_others(whose uuid, at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public as $$
  with removed as (
    delete from public.member m using public.member o
      where o.user_id = whose and o.role = 'owner' and m.project_id = o.project_id and m.user_id is distinct from whose
      returning m.project_id, m.id, m.role, case m.status when 'invited' then 'member.uninvite' else 'member.remove' end as action
  ), gone as (
    delete from public.member m where m.user_id = whose and m.role <> 'owner'
      returning m.project_id, m.id, m.role, 'member.leave' as action
  )
  insert into public.audit_entry (project_id, id, actor, action, subject_id, details, created_at)
    select project_id, gen_random_uuid(), 'user:' || whose, action, id, jsonb_build_object('role', role), at
    from (select * from removed union all select * from gone) parted;
$$;
revoke all on function part_from_others from public;
grant execute on function part_from_others to earshot_web;

-- Copies the account's address to the member, now and when it changes.
create function member_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  new.email := (select email from "user" where id = new.user_id);
  return new;
end $$;
revoke all on function member_address from public;
create trigger member_address before insert or update of user_id on member
  for each row when (new.user_id is not null) execute function member_address();

create function member_address_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- Remove invitations for somebody who is a member already.
  delete from member i using member m
  where m.user_id = new.id and i.project_id = m.project_id and i.user_id is null and lower(i.email) = lower(new.email);
  update member set email = new.email where user_id = new.id;
  return null;
end $$;
revoke all on function member_address_changed from public;
create trigger member_address_changed after update of email on "user"
  for each row when (old.email is distinct from new.email) execute function member_address_changed();

-- Billing

-- Subscriptions as the payment provider reports them. Only jobs write them.
create table subscription (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  user_id uuid references "user" on delete set null,
  provider_id text not null unique,
  status text not null check (status in ('active', 'canceled', 'paused', 'past_due')),
  scheduled_change_action text check (scheduled_change_action in ('pause', 'cancel')),
  scheduled_change_effective_at timestamptz,
  main_product_id text not null,
  main_product_name text not null,
  payer text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index subscription_user on subscription (user_id);
grant select on subscription to earshot_web;
grant select, insert, update, delete on subscription to earshot_worker;

-- Passes: one-time payments. Renewals are the provider's transactions.
create table purchase (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  user_id uuid references "user" on delete set null,
  provider_id text not null unique,
  payer text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index purchase_user on purchase (user_id);
grant select on purchase to earshot_web;
grant select, insert, update, delete on purchase to earshot_worker;

-- What the access of these projects depends on. An agency's subscription belongs to its owner, and may be in a project
-- that the caller is not a member of.
create function billing_of(projects uuid[])
returns table (project_id uuid, is_agency_project boolean, agency_plan text, owner_ids uuid[], subscriptions jsonb, purchases jsonb)
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id, p.is_agency_project, p.agency_plan, o.ids,
    (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from subscription s
      where s.project_id = p.id
        or (p.is_agency_project and s.user_id = any (o.ids) and s.main_product_name like '%Agency%')),
    (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from purchase b where b.project_id = p.id)
  from project p
  cross join lateral (
    select coalesce(array_agg(m.user_id), '{}') as ids from member m where m.project_id = p.id and m.role = 'owner'
      and m.status = 'active'
  ) o
  where p.id = any (projects)
$$;
revoke all on function billing_of from public;
grant execute on function billing_of to earshot_web, earshot_worker;

-- Whether one of these users has one of these addresses, confirmed: the worker enforces plans without reading
-- addresses.
create function has_confirmed_address(users uuid[], addresses text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from "user" where id = any (users) and confirmed_at is not null and lower(email) = any (addresses))
$$;
revoke all on function has_confirmed_address from public;
grant execute on function has_confirmed_address to earshot_web, earshot_worker;

-- Watchlist

create table keyword (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('brand', 'competitor', 'problem')),
  query text not null,
  status text not null check (status in ('active', 'paused')),
  -- Who paused it; null while it is active.
  paused_by text check (paused_by in ('user', 'quota')),
  subreddits_in text[] not null default '{}',
  subreddits_out text[] not null default '{}',
  -- Two letters (ISO 639-1).
  language text,
  min_score integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  check (paused_by is null or status = 'paused')
);
create unique index keyword_query on keyword (project_id, lower(query));
grant select, insert, update, delete on keyword to earshot_web, earshot_worker;

-- A retired competitor is no longer watched, and kept for its mentions.
create table competitor (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  website text,
  status text not null check (status in ('active', 'paused', 'retired')),
  aliases text[] not null default '{}',
  domains text[] not null default '{}',
  subreddit text,
  exclude_words text[] not null default '{}',
  -- Who paused it; null unless it is paused.
  paused_by text check (paused_by in ('user', 'quota')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  check (paused_by is null or status = 'paused')
);
create unique index competitor_name on competitor (project_id, lower(name));
grant select, insert, update, delete on competitor to earshot_web, earshot_worker;

-- One row. Every change to any project's phrases locks and raises it in the same transaction (DESIGN 4 "match").
create table phrase_version (
  single boolean primary key default true check (single),
  version bigint not null default 1
);
insert into phrase_version default values;
grant select, insert, update, delete on phrase_version to earshot_web, earshot_worker;

-- Keywords as the API shows them: those that people entered, and one for each name of a competitor. The latter are
-- derived; their ids are made from the competitor's id and the name, so they are stable. Those of a retired competitor
-- are paused.
create view keyword_row with (security_invoker = true) as
  select project_id, id, kind, query, status, paused_by, subreddits_in, subreddits_out, language, min_score,
    'keyword' as hit_kind, query as hit_phrase, created_at, updated_at
  from keyword where kind <> 'competitor'
  union all
  select c.project_id,
    overlay(overlay(md5(c.id || ' ' || lower(n.name)) placing '8' from 13) placing '8' from 17)::uuid,
    'competitor', n.name, case when c.status = 'active' then 'active' else 'paused' end,
    case when c.status = 'retired' then 'user' else c.paused_by end, '{}', '{}', null, null,
    'competitor', case when n.name = c.name then c.name end, c.created_at, c.updated_at
  from competitor c
  cross join lateral (
    select distinct on (lower(name)) name
    from unnest(array[c.name] || c.aliases || c.domains || case when c.subreddit is not null then array['r/' || c.subreddit] end)
      with ordinality as names(name, place)
    order by lower(name), place
  ) n;
grant select on keyword_row to earshot_web, earshot_worker;

-- Posts: imports, arrivals, and matching

-- Imported archives. project_id is null if the operator imported it for all projects; a member's import is visible to
-- their project only, since nobody vouches for its content.
create table import (
  id uuid primary key,
  project_id uuid references project on delete cascade,
  name text not null,
  origin text not null check (origin in ('command', 'upload', 'path')),
  -- Recognizes the same file, so an interrupted import resumes.
  fingerprint text,
  state text not null check (state in ('uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging')),
  bytes_total bigint not null,
  bytes_done bigint not null default 0,
  -- Lines processed; a resumed import skips them.
  lines_done bigint not null default 0,
  items_new bigint not null default 0,
  items_known bigint not null default 0,
  lines_broken bigint not null default 0,
  -- Bytes of text stored.
  text_bytes bigint not null default 0,
  -- The first broken lines: line number, reason, beginning of the line.
  broken_lines jsonb not null default '[]',
  -- Why it failed or was stopped, as shown to people.
  fault text,
  created_by uuid references "user" on delete set null,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index import_project on import (project_id, id);
grant select, insert, update, delete on import to earshot_web, earshot_worker;
alter table import enable row level security;
create policy shared on import for select to earshot_web using (project_id is null);
create policy web on import to earshot_web using (project_id = any (current_projects()));
create policy worker on import to earshot_worker using (true);

-- Uploaded bytes until they have been imported, so any worker on any machine can resume.
create table import_chunk (
  import_id uuid not null references import on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (import_id, number)
);
alter table import_chunk alter column bytes set storage external;
grant select, insert, update, delete on import_chunk to earshot_web, earshot_worker;
alter table import_chunk enable row level security;
create policy web on import_chunk to earshot_web using (exists (
  select from import i where i.id = import_id and i.project_id = any (current_projects())));
create policy worker on import_chunk to earshot_worker using (true);

-- Posts and comments, stored once for all projects. outside_id is the base-36 number of Reddit's id; if an archive's id
-- is no such number, it is a negative hash of the id, and outside_name holds the id itself.
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
  -- Null: shared by all projects. Otherwise a member imported it for this project only.
  project_id uuid references project on delete cascade,
  import_id uuid references import on delete set null,
  realm text not null default 'real',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint post_identity unique nulls not distinct (project_id, source, kind, outside_id),
  -- The sandbox numbers its posts on its own: post_identity keeps them apart by the source.
  constraint post_realm check (realm = case source when 2 then 'sandbox' else 'real' end)
);
create index post_import on post (import_id, id) where import_id is not null;
-- All rows of one post: the shared one, and the copies imported by projects.
create index post_outside on post (outside_id, source, kind);
grant select, insert, update, delete on post to earshot_web, earshot_worker;
alter table post enable row level security;
create policy shared on post for select to earshot_web using (project_id is null);
create policy web on post to earshot_web using (project_id = any (current_projects()));
create policy worker on post to earshot_worker using (true);

-- Every arrival, one row per batch, in daily partitions (docs/decisions/0013). Items from a live source are
-- packed into the row and dropped with their day; imported ones are rows of post and pinned: arrived_on is infinity.
create table recent (
  arrived_on date not null,
  id uuid not null,
  source text not null,
  project_id uuid,
  import_id uuid,
  item_count integer not null,
  items bytea,
  post_ids uuid[],
  -- The phrase_version that it was matched by; null until matching starts. If a batch takes several transactions, it
  -- stays that of the first, so a backfill reads the batch again rather than missing it.
  phrase_version bigint,
  -- Number of items matched; of the next one, the last project that was matched.
  position integer not null default 0,
  position_project uuid,
  finished_at timestamptz,
  -- When the texts of a feed's batch were reduced to the words of their titles.
  reduced_at timestamptz,
  -- The posts in the batch, so that it is unpacked only if it holds a wanted one. Null for imports and samples.
  outside_ids bigint[],
  -- For previews, a sample of each older day is kept (docs/decisions/0049): how many items of the day and
  -- source each item stands for. Null while the whole day is there.
  stands_for real,
  created_at timestamptz not null,
  primary key (arrived_on, id),
  check ((items is null) <> (post_ids is null))
) partition by range (arrived_on);
alter table recent alter column items set storage external;
create index recent_unfinished on recent (created_at) where finished_at is null;
create index recent_import on recent (import_id) where import_id is not null;
grant select on recent to earshot_web;
grant select, insert, update, delete on recent to earshot_worker;
alter table recent enable row level security;
create policy shared on recent for select to earshot_web using (project_id is null);
create policy web on recent to earshot_web using (project_id = any (current_projects()));
create policy worker on recent to earshot_worker using (true);

create table recent_pinned partition of recent for values from ('infinity') to (maxvalue);
-- Rows of a project or an import are always pinned. The daily partitions have no such foreign keys, since creating or
-- dropping a day would lock project.
alter table recent_pinned
  add foreign key (project_id) references project on delete cascade,
  add foreign key (import_id) references import on delete cascade;
alter table recent_pinned enable row level security;

-- Batches with so many matches for one project that others would wait: that project processes them separately, later
-- (docs/decisions/0014).
create table postponed (
  project_id uuid not null references project on delete cascade,
  arrived_on date not null,
  batch_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, arrived_on, batch_id)
);
grant select on postponed to earshot_web;
grant select, insert, update, delete on postponed to earshot_worker;

-- Posts that matched a project, with their score, written once. Reasons are in the opportunity.
create table candidate (
  project_id uuid not null references project on delete cascade,
  post_id uuid not null references post,
  project_version integer not null,
  hits jsonb not null,
  score real not null,
  label smallint not null,
  -- That of the post.
  realm text not null default 'real',
  created_at timestamptz not null,
  primary key (project_id, post_id),
  constraint candidate_realm check (realm in ('sandbox', 'real'))
);
-- For deleting posts that nothing needs any more.
create index candidate_post on candidate (post_id);
-- For purging sandbox rows once the project's first real item has arrived.
create index candidate_sandbox on candidate (project_id, post_id) where realm = 'sandbox';
grant select, insert, update, delete on candidate to earshot_web, earshot_worker;

-- Creates the missing daily partitions from first_day on.
create function make_recent_partitions(first_day date, days integer) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare day date; part text;
begin
  for day in select first_day + n from generate_series(0, days - 1) n loop
    part := 'recent_' || to_char(day, 'YYYYMMDD');
    if to_regclass('public.' || part) is null then
      perform pg_advisory_xact_lock(hashtext('earshot partitions'));
      -- Read from the catalog: the cached answer of to_regclass may be from before the wait.
      if not exists (select from pg_class where relname = part and relnamespace = 'public'::regnamespace) then
        -- Created separately and then attached, so that readers and writers of other days need not wait.
        execute format('create table public.%I (like public.recent including defaults including constraints including storage)', part);
        execute format('alter table public.recent attach partition public.%I for values from (%L) to (%L)', part, day, day + 1);
        execute format('alter table public.%I enable row level security', part);
      end if;
    end if;
  end loop;
end $$;
revoke all on function make_recent_partitions from public;
grant execute on function make_recent_partitions to earshot_worker;

-- Drops the partitions before first_kept; returns how many.
create function drop_recent_partitions(first_kept date) returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare part text; dropped integer := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.recent'::regclass and c.relname ~ '^recent_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < first_kept
  loop
    execute format('drop table public.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke all on function drop_recent_partitions from public;
grant execute on function drop_recent_partitions to earshot_worker;

-- Reduces the days before first_whole to a random sample of whole batches, about items_most items per source; returns
-- how many days. The sample moves to a new table, so that the space of the rest is freed at once. A migration that adds
-- a column to recent must replace this function, which lists the columns.
create function thin_recent_partitions(first_whole date, items_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare part text; thin text; day date; is_whole boolean; thinned integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('earshot partitions'));
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.recent'::regclass and c.relname ~ '^recent_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < first_whole
  loop
    execute format('select exists (select from public.%I where stands_for is null)', part) into is_whole;
    continue when not is_whole;
    thin := part || '_thin';
    day := to_date(right(part, 8), 'YYYYMMDD');
    execute format('create table public.%I (like public.recent including defaults including constraints including storage)', thin);
    execute format($insert$
      insert into public.%I (arrived_on, id, source, item_count, items, post_ids, phrase_version, position,
        position_project, finished_at, reduced_at, created_at, stands_for)
      select r.arrived_on, r.id, r.source, r.item_count, r.items, r.post_ids, r.phrase_version, r.position,
        r.position_project, r.finished_at, r.reduced_at, r.created_at, k.stands_for
      from (
        select id, items_of_all::real / sum(item_count) over (partition by source) as stands_for
        from (
          select id, source, item_count, sum(item_count) over (partition by source) as items_of_all,
            sum(item_count) over (partition by source order by md5(id::text), id) - item_count as items_before
          from public.%I where finished_at is not null and item_count > 0
        ) each where items_before < $1
      ) k join public.%I r on r.id = k.id
    $insert$, thin, part, part) using items_most;
    execute format('drop table public.%I', part);
    execute format('alter table public.%I rename to %I', thin, part);
    execute format('alter table public.recent attach partition public.%I for values from (%L) to (%L)', part, day, day + 1);
    execute format('alter table public.%I enable row level security', part);
    thinned := thinned + 1;
  end loop;
  return thinned;
end $$;
revoke all on function thin_recent_partitions from public;
grant execute on function thin_recent_partitions to earshot_worker;

-- The bytes of unfinished uploads, of one user and of everybody. An upload counts in full from its first chunk until
-- its chunks are deleted.
create function uploaded_bytes(whose uuid) returns table (own bigint, everybody bigint)
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(sum(i.bytes_total) filter (where i.created_by = whose), 0)::bigint, coalesce(sum(i.bytes_total), 0)::bigint
  from import i
  where i.origin = 'upload' and i.state not in ('done', 'failed')
    and exists (select from import_chunk c where c.import_id = i.id)
$$;
revoke all on function uploaded_bytes from public;
grant execute on function uploaded_bytes to earshot_web;

-- Leads

create table opportunity (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  post_id uuid not null references post,
  score real not null,
  label smallint not null,
  components jsonb not null,
  posted_at timestamptz,
  -- When the score drops by the next step of freshness; null after the last step.
  freshness_due_at timestamptz,
  state text not null default 'new' check (state in ('new', 'replied', 'rejected')),
  saved boolean not null default false,
  -- Recognizes copies of its text (engine/copy-keys.ts, docs/decisions/0025).
  copy_keys bigint[],
  -- The lead that represents this copy in lists; null if it is listed itself.
  sibling_of uuid,
  -- That of the post.
  realm text not null default 'real',
  -- Null: held, so not visible yet.
  released_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, post_id),
  constraint opportunity_sibling foreign key (project_id, sibling_of) references opportunity
    deferrable initially deferred,
  -- A lead that somebody decided on is always listed.
  constraint opportunity_sibling_undecided check (sibling_of is null or (state = 'new' and not saved)),
  constraint opportunity_realm check (realm in ('sandbox', 'real'))
);
create index opportunity_freshness on opportunity (freshness_due_at) where freshness_due_at is not null;
create index opportunity_post on opportunity (post_id);
create index opportunity_saved_score on opportunity (project_id, score desc, id desc) where saved;
create index opportunity_saved_posted on opportunity (project_id, coalesce(posted_at, '-infinity') desc, id desc)
  where saved;
create index opportunity_siblings on opportunity (project_id, sibling_of) where sibling_of is not null;
-- Lists show released leads that represent themselves, by score or age; a lead of unknown age is the oldest.
create index opportunity_score on opportunity (project_id, state, score desc, id desc)
  where sibling_of is null and released_at is not null;
create index opportunity_posted on opportunity (project_id, state, coalesce(posted_at, '-infinity') desc, id desc)
  where sibling_of is null and released_at is not null;
create index opportunity_held on opportunity (project_id) where released_at is null;
create index opportunity_sandbox on opportunity (project_id, post_id) where realm = 'sandbox';
grant select, insert, update, delete on opportunity to earshot_web, earshot_worker;

-- How many listed leads a project has of each kind: the sum of delta. Changes are added as rows, so that transactions
-- don't wait for each other, and a job adds them up.
create table opportunity_count (
  id bigint generated always as identity primary key,
  project_id uuid not null references project on delete cascade,
  state text not null,
  saved boolean not null,
  delta bigint not null,
  realm text not null default 'real'
);
create index opportunity_count_project on opportunity_count (project_id);
grant select, insert, update, delete on opportunity_count to earshot_web, earshot_worker;

-- The lead of a project that first had a copy key: all leads with the key are its copies. No foreign keys, since there
-- are six rows per lead; the trigger keep_families maintains them.
create table sibling_key (
  project_id uuid not null,
  key bigint not null,
  opportunity_id uuid not null,
  primary key (project_id, key)
);
grant select on sibling_key to earshot_web;
grant select, insert, delete on sibling_key to earshot_worker;

-- Decisions about leads, with who and when. Undo deletes the row; an erased user is replaced by a pseudonym.
create table decision (
  project_id uuid not null,
  opportunity_id uuid not null,
  kind text not null check (kind in ('reply', 'rejection', 'save')),
  user_id uuid references "user",
  reason text,
  -- The features of the lead that carry the decision over to other leads; null: the project learns nothing from it.
  signs jsonb,
  pseudonym text,
  created_at timestamptz not null,
  primary key (project_id, opportunity_id, kind),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade,
  check ((kind = 'rejection') = (reason is not null)),
  check ((user_id is null) = (pseudonym is not null))
);
create index decision_newest on decision (project_id, created_at desc);
create index decision_user on decision (user_id) where user_id is not null;
grant select, insert, update, delete on decision to earshot_web, earshot_worker;

-- What a project learns from its decisions, by version.
create table learning (
  project_id uuid primary key references project on delete cascade,
  -- Raised by every decision that is made, changed or undone; whatever caches the result stores it too.
  version bigint not null default 1,
  -- The version by which all of the project's open leads have been scored.
  applied_version bigint not null default 0
);
grant select on learning to earshot_web;
grant select, update, delete on learning to earshot_worker;

-- Who works on a lead: one person at a time.
create table claim (
  project_id uuid not null,
  opportunity_id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  created_at timestamptz not null,
  primary key (project_id, opportunity_id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade
);
create index claim_user on claim (user_id);
grant select, insert, update, delete on claim to earshot_web, earshot_worker;

-- Counts what lists show. Held leads are counted as a state of their own.
create function count_opportunities() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select project_id, realm, case when released_at is null then 'held' else state end, saved, count(*)
    from added where sibling_of is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select r.project_id, r.realm, case when r.released_at is null then 'held' else r.state end, r.saved, -count(*)
    from removed r join project p on p.id = r.project_id where r.sibling_of is null group by 1, 2, 3, 4;
  else
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select project_id, realm, counted, saved, sum(n) from (
      select project_id, realm, case when released_at is null then 'held' else state end as counted, saved, 1 as n
      from added where sibling_of is null
      union all
      select project_id, realm, case when released_at is null then 'held' else state end, saved, -1
      from removed where sibling_of is null
    ) changes group by 1, 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_added after insert on opportunity referencing new table as added
  for each statement execute function count_opportunities();
create trigger count_removed after delete on opportunity referencing old table as removed
  for each statement execute function count_opportunities();
create trigger count_changed after update on opportunity referencing old table as removed new table as added
  for each statement execute function count_opportunities();

-- When a lead that represents copies is deleted, the first of them takes its place, released ones before held ones. Its
-- copy keys pass to another lead of the family that has them, or are deleted.
create function keep_families() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  with held as (
    select k.project_id, k.key, (
      select o.id from opportunity o
      where o.project_id = r.project_id and k.key = any (o.copy_keys)
        and (o.sibling_of = coalesce(r.sibling_of, r.id) or o.id = r.sibling_of)
      limit 1) as heir
    from removed r
    join sibling_key k on k.project_id = r.project_id and k.key = any (r.copy_keys) and k.opportunity_id = r.id
  ), handed_over as (
    update sibling_key k set opportunity_id = h.heir
    from held h where k.project_id = h.project_id and k.key = h.key and h.heir is not null
  )
  delete from sibling_key k using held h where k.project_id = h.project_id and k.key = h.key and h.heir is null;
  with orphan as (
    select o.project_id, o.id, first_value(o.id) over (
      partition by o.project_id, o.sibling_of
      order by o.released_at is null, o.posted_at, p.outside_id, p.kind, o.id) as heir
    from removed r
    join opportunity o on o.project_id = r.project_id and o.sibling_of = r.id
    join post p on p.id = o.post_id
  )
  update opportunity o set sibling_of = nullif(n.heir, n.id)
  from orphan n where o.project_id = n.project_id and o.id = n.id;
  return null;
end $$;
revoke all on function keep_families from public;
create trigger keep_families after delete on opportunity referencing old table as removed
  for each statement execute function keep_families();

-- Passes the place and the copy keys of these leads to others of their families, as keep_families() does when leads are
-- deleted.
create function leave_families(leads uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  with heir as (
    select k.project_id, k.key, (
      select o.id from opportunity o
      where o.project_id = l.project_id and k.key = any (o.copy_keys) and o.id <> l.id
        and (o.sibling_of = coalesce(l.sibling_of, l.id) or o.id = l.sibling_of)
      limit 1) as id
    from opportunity l
    join sibling_key k on k.project_id = l.project_id and k.key = any (l.copy_keys) and k.opportunity_id = l.id
    where l.id = any (leads)
  ), handed_over as (
    update sibling_key k set opportunity_id = h.id
    from heir h where k.project_id = h.project_id and k.key = h.key and h.id is not null
  )
  delete from sibling_key k using heir h where k.project_id = h.project_id and k.key = h.key and h.id is null;
  with orphan as (
    select o.project_id, o.id, first_value(o.id) over (
      partition by o.project_id, o.sibling_of
      order by o.released_at is null, o.posted_at, p.outside_id, p.kind, o.id) as heir
    from opportunity o join post p on p.id = o.post_id
    where o.sibling_of = any (leads)
  )
  update opportunity o set sibling_of = nullif(n.heir, n.id)
  from orphan n where o.project_id = n.project_id and o.id = n.id;
end $$;
revoke all on function leave_families from public;
grant execute on function leave_families to earshot_worker;

-- Locks the posts of a lead and its copies until the transaction ends, so they are not forgotten while the leads are
-- changed. The policies don't allow earshot_web to lock a shared post directly.
create function hold_posts_of(project uuid, root uuid) returns void language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform from post p
  where project = any (current_projects()) and p.id in (
    select post_id from opportunity where project_id = project and id = root
    union select post_id from opportunity where project_id = project and sibling_of = root)
  order by p.project_id nulls first, p.id for key share;
end $$;
revoke all on function hold_posts_of from public;
grant execute on function hold_posts_of to earshot_web;

-- Weighs a lead's score by the weights of its project (engine/score-weights): writers give the plain sum of the
-- components, and can't forget the weights. Points have one decimal.
create function weigh_score() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare weights jsonb;
begin
  select score_weights into weights from project where id = new.project_id;
  if weights = '{"fit": 1, "intent": 1, "freshness": 1, "engagement": 1}' then return new; end if;
  new.score := (
    -- Halves are rounded up, negative ones too, as where a score is shown.
    select coalesce(sum(
      floor((c ->> 'points')::float8 * coalesce((weights ->> (c ->> 'name'))::float8, 1) * 10 + 0.5) / 10), 0)
    from jsonb_array_elements(new.components) c);
  return new;
end $$;
revoke all on function weigh_score from public;
create trigger weigh_score before insert or update of score, components on opportunity
  for each row execute function weigh_score();

-- A trigger, since decisions are also deleted with their leads.
create function raise_learning() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    update learning set version = version + 1 where project_id in (select project_id from changed);
  else
    insert into learning as known (project_id)
    select distinct project_id from changed order by 1
    on conflict (project_id) do update set version = known.version + 1;
  end if;
  return null;
end $$;
revoke all on function raise_learning from public;
create trigger learn_made after insert on decision referencing new table as changed
  for each statement execute function raise_learning();
create trigger learn_changed after update on decision referencing new table as changed
  for each statement execute function raise_learning();
create trigger learn_removed after delete on decision referencing old table as changed
  for each statement execute function raise_learning();

-- Embeddings

-- How to read similarity, by model (engine/similarity.ts). All embeddings can be requested again; only workers read
-- them.
create table embedding_scale (
  model text primary key,
  apart real not null,
  together real not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on embedding_scale to earshot_worker;

-- The vector of a project's description, and the version it was made from.
create table project_vector (
  project_id uuid primary key references project on delete cascade,
  model text not null,
  project_version integer not null,
  digest text not null,
  vector bytea not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on project_vector to earshot_worker;

-- The vector of a post, deleted when its text changes or is deleted.
create table post_vector (
  post_id uuid primary key references post on delete cascade,
  model text not null,
  vector bytea not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on post_vector to earshot_worker;

-- Leads to compare again. Rows are only added and, once processed, deleted, so that writers of leads don't wait for
-- each other; a lead may have several.
create table similarity_due (
  project_id uuid not null references project on delete cascade,
  id bigint generated always as identity,
  post_id uuid not null,
  primary key (project_id, id)
);
grant select, insert, update, delete on similarity_due to earshot_worker;

create function forget_post_vector() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from post_vector where post_id = new.id;
  insert into similarity_due (project_id, post_id)
  select v.project_id, new.id
  from opportunity o join project_vector v on v.project_id = o.project_id where o.post_id = new.id;
  return null;
end $$;
revoke all on function forget_post_vector from public;
create trigger forget_post_vector after update of title, body on post for each row
  when (old.title is distinct from new.title or old.body is distinct from new.body)
  execute function forget_post_vector();

-- Mentions

-- Mentions, one for each project and post, with everything it names (docs/decisions/0041).
create table mention (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  post_id uuid not null references post on delete cascade,
  kind text not null check (kind in ('brand', 'competitor', 'industry')),
  -- The phrase that was found; its keyword or competitor may have been deleted since.
  phrase text not null,
  sentence text not null,
  sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
  posted_at timestamptz,
  handled boolean not null default false,
  handled_by uuid references "user" on delete set null,
  handled_at timestamptz,
  realm text not null default 'real',
  released_at timestamptz,
  -- MentionName values, which outlive the keyword or competitor they came from.
  named jsonb not null default '[]',
  keyword_ids uuid[] not null default '{}',
  competitor_ids uuid[] not null default '{}',
  spans jsonb not null default '{"phrases": [], "shown": []}',
  author text,
  subreddit text not null default '',
  -- When its quotes were deleted; matching the post again leaves them deleted.
  forgotten_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, post_id),
  check (handled = (handled_at is not null)),
  constraint mention_realm check (realm in ('sandbox', 'real'))
);
create index mention_post on mention (post_id);
create index mention_user on mention (handled_by) where handled_by is not null;
create index mention_held on mention (project_id) where released_at is null;
create index mention_sandbox on mention (project_id, post_id) where realm = 'sandbox';
-- Lists by what is named, by age, and by kind and age.
create index mention_named on mention using gin (competitor_ids, keyword_ids);
create index mention_newest on mention (project_id, coalesce(posted_at, '-infinity') desc, id desc)
  where released_at is not null;
create index mention_posted on mention (project_id, kind, coalesce(posted_at, '-infinity') desc, id desc)
  where released_at is not null;
grant select, update on mention to earshot_web;
grant select, insert, update, delete on mention to earshot_worker;

-- Releases

-- Holds or releases new leads and mentions, so that no writer can forget it. A row that is written again keeps its
-- state: updates on conflict don't set released_at.
create function release_or_hold() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare release_at timestamptz;
begin
  if tg_table_name = 'mention' then
    select mentions_release_at into release_at from project where id = new.project_id;
  else
    select leads_release_at into release_at from project where id = new.project_id;
  end if;
  if release_at is null then new.released_at := new.created_at; end if;
  return new;
end $$;
revoke all on function release_or_hold from public;
create trigger release_or_hold before insert on opportunity
  for each row when (new.released_at is null) execute function release_or_hold();
create trigger release_or_hold before insert on mention
  for each row when (new.released_at is null) execute function release_or_hold();

-- Makes the release job check a project as soon as its plan may have changed.
create function look_at_releases() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update project p set release_look_at = '-infinity'
  from billed b
  where p.id = b.project_id or (p.is_agency_project and exists (
    select from member m where m.project_id = p.id and m.user_id = b.user_id and m.role = 'owner'));
  return null;
end $$;
revoke all on function look_at_releases from public;
create trigger subscription_added after insert on subscription referencing new table as billed
  for each statement execute function look_at_releases();
create trigger subscription_changed after update on subscription referencing new table as billed
  for each statement execute function look_at_releases();
create trigger subscription_removed after delete on subscription referencing old table as billed
  for each statement execute function look_at_releases();
create trigger purchase_added after insert on purchase referencing new table as billed
  for each statement execute function look_at_releases();
create trigger purchase_changed after update on purchase referencing new table as billed
  for each statement execute function look_at_releases();
create trigger purchase_removed after delete on purchase referencing old table as billed
  for each statement execute function look_at_releases();

create function look_at_own_releases() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.release_look_at := '-infinity';
  return new;
end $$;
revoke all on function look_at_own_releases from public;
create trigger look_at_own_releases before update of time_zone, is_agency_project, agency_plan on project
  for each row when ((old.time_zone, old.is_agency_project, old.agency_plan)
    is distinct from (new.time_zone, new.is_agency_project, new.agency_plan))
  execute function look_at_own_releases();

-- Replies

create table prompt (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('intentBrief', 'noiseBrief', 'voice', 'facts', 'disclosure', 'bannedClaims')),
  -- Null: for all subreddits without a prompt of their own.
  subreddit text,
  text text not null,
  version integer not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index prompt_place on prompt (project_id, kind, lower(coalesce(subreddit, '')));
grant select, insert, update, delete on prompt to earshot_web, earshot_worker;

-- Every version of a prompt, including the current one.
create table prompt_version (
  project_id uuid not null,
  id uuid not null,
  prompt_id uuid not null,
  version integer not null,
  text text not null,
  active boolean not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, prompt_id, version),
  foreign key (project_id, prompt_id) references prompt on delete cascade
);
create index prompt_version_user on prompt_version (created_by) where created_by is not null;
grant select, insert, update, delete on prompt_version to earshot_web, earshot_worker;

-- People

-- People on Reddit whom the project deals with: a handle, and nothing that identifies them elsewhere.
create table person (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  handle text not null,
  stage text not null check (stage in ('new', 'contacted', 'inConversation', 'qualified', 'won', 'lost')),
  -- In the smallest unit of its currency.
  value bigint check (value >= 0),
  currency text,
  tags text[] not null default '{}',
  owner_id uuid references "user" on delete set null,
  do_not_contact boolean not null default false,
  do_not_contact_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  check ((value is null) = (currency is null)),
  check (do_not_contact = (do_not_contact_since is not null))
);
create unique index person_handle on person (project_id, lower(handle));
create index person_owner on person (owner_id) where owner_id is not null;
grant select, insert, update, delete on person to earshot_web, earshot_worker;

create table note (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  opportunity_id uuid,
  person_id uuid,
  text text not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade,
  foreign key (project_id, person_id) references person on delete cascade,
  check ((opportunity_id is null) <> (person_id is null))
);
create index note_opportunity on note (project_id, opportunity_id) where opportunity_id is not null;
create index note_person on note (project_id, person_id) where person_id is not null;
create index note_user on note (created_by) where created_by is not null;
grant select, insert, update, delete on note to earshot_web, earshot_worker;

create table reminder (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  opportunity_id uuid not null,
  text text not null default '',
  due_at timestamptz not null,
  done boolean not null default false,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade
);
-- A lead has at most one open reminder.
create unique index reminder_open on reminder (project_id, opportunity_id) where not done;
create index reminder_opportunity on reminder (project_id, opportunity_id);
create index reminder_due on reminder (project_id, due_at) where not done;
create index reminder_user on reminder (created_by) where created_by is not null;
grant select, insert, update, delete on reminder to earshot_web, earshot_worker;

-- A lead with a note, a reminder or a claim is neither withdrawn nor hidden as a copy.
create function is_worked_on(project uuid, lead uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from note n where n.project_id = project and n.opportunity_id = lead)
    or exists (select from reminder r where r.project_id = project and r.opportunity_id = lead)
    or exists (select from claim c where c.project_id = project and c.opportunity_id = lead)
$$;

-- Saved searches

create table saved_search (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  query text not null,
  filters jsonb not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index saved_search_name on saved_search (project_id, lower(name));
grant select, insert, update, delete on saved_search to earshot_web, earshot_worker;

-- Messages

create table conversation (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  person_id uuid not null,
  opportunity_id uuid,
  channel text not null check (channel in ('reddit', 'mail')),
  state text not null check (state in ('open', 'snoozed', 'done')),
  snoozed_until timestamptz,
  assignee_id uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, person_id) references person on delete cascade,
  foreign key (project_id, opportunity_id) references opportunity on delete set null (opportunity_id),
  check ((state = 'snoozed') = (snoozed_until is not null))
);
create index conversation_person on conversation (project_id, person_id);
create index conversation_opportunity on conversation (project_id, opportunity_id) where opportunity_id is not null;
create index conversation_assignee on conversation (assignee_id) where assignee_id is not null;
grant select, insert, update, delete on conversation to earshot_web, earshot_worker;

-- DESIGN 5: draft -> queued -> armed (committed before the call) -> sent -> confirmed, or deferred, or refused for
-- good.
create table message (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  state text not null
    check (state in ('draft', 'queued', 'armed', 'sent', 'confirmed', 'deferred', 'refused', 'received')),
  text text not null,
  -- Why it was deferred or refused, as shown to people.
  reason text,
  deferred_until timestamptz,
  sent_at timestamptz,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, conversation_id) references conversation on delete cascade,
  check ((direction = 'in') = (state = 'received')),
  check ((state = 'deferred') = (deferred_until is not null))
);
create index message_conversation on message (project_id, conversation_id, id);
create index message_user on message (created_by) where created_by is not null;
grant select, insert, update, delete on message to earshot_web, earshot_worker;

create table campaign (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  state text not null check (state in ('draft', 'active', 'paused', 'finished')),
  text text not null,
  stages text[] not null,
  tags text[] not null,
  per_day integer not null check (per_day > 0),
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index campaign_name on campaign (project_id, lower(name));
grant select, insert, update, delete on campaign to earshot_web, earshot_worker;

-- Alerts and reports

create table alert_rule (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  query text not null,
  -- Minimum score of a lead.
  threshold real not null,
  channel text not null check (channel in ('mail', 'slack', 'discord', 'telegram', 'webhook')),
  quiet_hours jsonb,
  status text not null check (status in ('active', 'paused')),
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index alert_rule_name on alert_rule (project_id, lower(name));
grant select, insert, update, delete on alert_rule to earshot_web, earshot_worker;

create table report (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  definition jsonb not null,
  schedule text check (schedule in ('daily', 'weekly', 'monthly')),
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index report_name on report (project_id, lower(name));
grant select, insert, update, delete on report to earshot_web, earshot_worker;

-- Members only: whoever leaves the project receives no more reports.
create table report_recipient (
  project_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  primary key (project_id, report_id, user_id),
  foreign key (project_id, report_id) references report on delete cascade,
  foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade
);
grant select, insert, update, delete on report_recipient to earshot_web, earshot_worker;

-- Reddit

-- The rate limit of an app, as engine/governor tracks it for all processes (docs/decisions/0035).
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

-- The access token of the app itself, sealed with SECRET.
create table reddit_token (
  client_id text primary key,
  access_sealed text,
  -- Identifies the token that Reddit refused.
  access_digest text,
  access_expires_at timestamptz,
  failures integer not null default 0,
  -- No new token is requested before.
  retry_at timestamptz
);
grant select, insert, update on reddit_token to earshot_web, earshot_worker;

-- Reddit accounts that a project connected. Tokens are sealed with SECRET.
create table reddit_account (
  project_id uuid not null references project on delete cascade,
  id uuid not null unique,
  -- The app that it was connected with; tokens work with that app only.
  client_id text not null,
  realm text not null check (realm in ('sandbox', 'real')),
  -- Its id on Reddit, which never changes.
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
  -- Their consent ends with their account.
  connected_by uuid references "user" on delete cascade,
  -- As Reddit reports them; null if it does not.
  karma integer,
  joined_at timestamptz,
  -- When these were last read, when they are due again, and when a suspension was first seen.
  standing_at timestamptz,
  standing_due_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, client_id, subject)
);
create index reddit_account_connected_by on reddit_account (connected_by) where connected_by is not null;
grant select, insert, update, delete on reddit_account to earshot_web, earshot_worker;

-- Connections in progress at Reddit. The row is deleted once used.
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

-- Tokens to revoke, of accounts that were disconnected or whose project was deleted.
create table reddit_leaving (
  id uuid primary key default gen_random_uuid(),
  client_id text not null,
  refresh_sealed text not null,
  failures integer not null default 0,
  retry_at timestamptz not null default now()
);
grant select, update, delete on reddit_leaving to earshot_web, earshot_worker;

-- Subreddits, read from Reddit's API or the sandbox (docs/decisions/0044). One row for all projects;
-- nothing in it says who asked.
create table community (
  realm text not null check (realm in ('sandbox', 'real')),
  -- In lower case and without `r/`, as in project.communities.
  key text not null,
  -- As Reddit spells it; the key until it has been read.
  name text not null,
  title text not null default '',
  members bigint,
  is_adult boolean not null default false,
  standing text not null default 'unread' check (standing in
    ('unread', 'open', 'restricted', 'archived', 'private', 'banned', 'quarantined', 'missing')),
  -- [{name, description}]; null until they have been read.
  rules jsonb,
  -- From engine/promotion-stance, with the rule and the sentence it is based on.
  stance text not null default 'unknown' check (stance in ('welcomes', 'tolerates', 'forbids', 'unknown')),
  stance_rule text,
  stance_words text,
  source text check (source in ('reddit-api', 'sandbox')),
  read_at timestamptz,
  -- Why the last read failed, as shown to people.
  trouble text,
  failures integer not null default 0,
  -- When somebody last asked for it, and when it is due or the lease of the current read ends.
  asked_at timestamptz not null,
  next_at timestamptz not null,
  primary key (realm, key),
  check ((stance = 'unknown') = (stance_words is null)),
  check ((stance_rule is null) = (stance_words is null))
);
create index community_due on community (realm, next_at);
grant select, insert, update on community to earshot_web;
grant select, insert, update, delete on community to earshot_worker;

-- Feeds that are polled (docs/decisions/0043), one row for all projects that use them. Nothing in it says
-- who does. It follows from what the projects watch, and is deleted with its last use.
create table place (
  id uuid primary key,
  source text not null check (source in ('reddit-api', 'reddit-rss', 'sandbox')),
  kind text not null check (kind in ('community', 'all', 'search')),
  stream text not null check (stream in ('posts', 'comments')),
  -- A subreddit in lower case and without `r/`, the words of a search, or empty for all of Reddit.
  name text not null,
  -- How busy it is, as engine/polling tracks it.
  pace_items real not null default 0,
  pace_ms double precision not null default 0,
  -- The newest known item, and the ids of those right before it.
  newest_posted_at timestamptz,
  seen text[] not null default '{}',
  asked_at timestamptz,
  -- When it was last requested by itself: a request for several does not tell that one is closed.
  alone_at timestamptz,
  next_at timestamptz not null,
  -- The current poller, and until when it holds the lease.
  lease_id uuid,
  leased_until timestamptz,
  last_success_at timestamptz,
  -- How old items were when they arrived.
  lag_ms double precision,
  failures integer not null default 0,
  error text,
  -- Consecutive failures of the source rather than of this feed; waits grow with them.
  source_failures integer not null default 0,
  -- How many new feeds of its project come first; unused once it has been polled.
  turn integer not null default 0,
  created_at timestamptz not null,
  unique (source, kind, stream, name)
);
create index place_due on place (source, next_at);
grant select on place to earshot_web;
grant select, insert, update, delete on place to earshot_worker;

-- Which projects use which feeds.
create table place_use (
  project_id uuid not null references project on delete cascade,
  place_id uuid not null references place on delete cascade,
  -- Since when; the project is shown what happened to the feed from then on.
  created_at timestamptz not null default '-infinity',
  primary key (project_id, place_id)
);
create index place_use_place on place_use (place_id);
grant select on place_use to earshot_web;
grant select, insert, update, delete on place_use to earshot_worker;

-- Seeing a feed that one's projects don't use would tell what others watch.
alter table place enable row level security;
create policy web on place to earshot_web using (exists (select from place_use u where u.place_id = id));
create policy worker on place to earshot_worker using (true);

-- Time spans in which a feed may have had more items than arrived. Rows are kept once closed or given up.
create table listening_gap (
  id uuid primary key,
  place_id uuid not null references place on delete cascade,
  -- Everything arrived before from_at and after to_at.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The listing that is paged back, the item its next page starts after, and the number of pages read.
  listing text[] not null,
  after text not null,
  pages integer not null,
  -- From before the first poll: nothing is lost if it stays open.
  is_beginning boolean not null,
  opened_at timestamptz not null,
  tried_at timestamptz not null,
  ended_at timestamptz,
  -- Why it was given up, as shown to people.
  given_up text,
  -- Consecutive failures, and when it is tried again.
  failures integer not null default 0,
  next_at timestamptz not null default 'epoch',
  check (given_up is null or ended_at is not null)
);
create index listening_gap_place on listening_gap (place_id, opened_at);
create index listening_gap_open on listening_gap (place_id) where ended_at is null;
grant select on listening_gap to earshot_web;
grant select, insert, update, delete on listening_gap to earshot_worker;
alter table listening_gap enable row level security;
create policy web on listening_gap to earshot_web using (exists (
  select from place_use u where u.place_id = listening_gap.place_id));
create policy worker on listening_gap to earshot_worker using (true);

-- When an RSS address may be read again: once a minute.
create table feed_turn (
  address text primary key,
  next_at timestamptz not null
);
grant select, insert, update, delete on feed_turn to earshot_worker;

-- Whether a post is still on Reddit (DESIGN 4, docs/decisions/0040). A table beside post: a recheck
-- changes a few bytes and none of the post's indexes.
create table post_check (
  post_id uuid primary key references post on delete cascade,
  realm text not null check (realm in ('sandbox', 'real')),
  -- How it arrived; import: an archive had it, and Earshot has not seen it on Reddit.
  seen_by text not null check (seen_by in ('api', 'feed', 'import')),
  -- When and how its standing was last read; null for imports that were never checked.
  checked_at timestamptz,
  checked_by text check (checked_by in ('api', 'feed')),
  -- reduced: the text of a feed, which can't be checked any more; absent: Reddit no longer knows the post.
  standing text not null default 'there'
    check (standing in ('there', 'reduced', 'deleted', 'removed', 'absent', 'authorless')),
  -- Its class and when it is due (engine/rechecks); null: never again. A recheck moves due_at on while it runs, as a
  -- lease.
  urgency smallint not null default 0,
  due_at timestamptz,
  -- When Reddit first left the post out of an answer; the second time it is forgotten.
  absent_at timestamptz,
  -- Hashes that find quotes and names of the post (engine/forgotten-text). For a reduced post only what is quoted
  -- somewhere, as long as it may still be checked.
  quote_marks bigint[],
  name_marks bigint[],
  check ((checked_at is null) = (checked_by is null))
);
create index post_check_next on post_check (realm, urgency, due_at) where due_at is not null;
create index post_check_feed on post_check (checked_at) where seen_by = 'feed' and standing = 'there';
-- For deleting posts that are gone and nobody needs.
create index post_check_gone on post_check (checked_at)
  where standing in ('deleted', 'removed', 'absent', 'authorless');
grant select on post_check to earshot_web;
grant select, insert, update, delete on post_check to earshot_worker;

-- Ids of posts that are never stored again, whoever delivers them.
create table forgotten (
  source smallint not null,
  kind text not null check (kind in ('post', 'comment')),
  outside_id bigint not null,
  standing text not null check (standing in ('deleted', 'removed', 'absent', 'authorless')),
  forgotten_at timestamptz not null,
  -- When every transaction that may have written more of it had ended; null until then.
  settled_at timestamptz,
  -- Kept until it is settled, for what such a transaction wrote.
  quote_marks bigint[],
  name_marks bigint[],
  primary key (source, kind, outside_id)
);
create index forgotten_unsettled on forgotten (forgotten_at) where settled_at is null;
grant select on forgotten to earshot_web;
grant select, insert, update on forgotten to earshot_worker;

-- What a project is told about forgotten posts: which leads and mentions, when, and how much; never what they said.
create table forgetting (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  opportunity_id uuid,
  mention_id uuid,
  standing text not null check (standing in ('reduced', 'deleted', 'removed', 'absent', 'authorless')),
  -- When Reddit last had it.
  last_seen_at timestamptz,
  -- How many of the project's own texts lost a quote or a name.
  texts integer not null default 0,
  people integer not null default 0,
  -- That of the post (docs/decisions/0042).
  realm text not null default 'real',
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint forgetting_realm check (realm in ('sandbox', 'real'))
);
create index forgetting_age on forgetting (created_at);
grant select on forgetting to earshot_web;
grant select, insert, update, delete on forgetting to earshot_worker;

-- Queues the token of a deleted account for revocation.
create function leave_reddit() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  insert into reddit_leaving (client_id, refresh_sealed) values (old.client_id, old.refresh_sealed);
  return null;
end $$;
create trigger leave_reddit after delete on reddit_account for each row execute function leave_reddit();

-- Deletes feeds with their last use. A use that is being written locks its feed; this waits for it and looks again.
create function drop_unused_places() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform from place p where p.id in (select place_id from gone) order by p.id for update;
  delete from place p where p.id in (select place_id from gone)
    and not exists (select from place_use u where u.place_id = p.id);
  return null;
end $$;
create trigger drop_unused_places after delete on place_use referencing old table as gone
  for each statement execute function drop_unused_places();

-- Privacy

-- What to erase (docs/decisions/0032). The row is deleted last, and with it the only link between what is
-- kept and whom it was about.
create table erasure (
  id uuid primary key,
  kind text not null check (kind in ('project', 'account', 'sandbox')),
  subject_id uuid not null,
  -- The key of the pseudonyms, which cannot be made again once it is deleted.
  secret text not null,
  -- Set after the first pass: once all earlier transactions have ended, a second pass erases what they wrote.
  until xid8,
  created_at timestamptz not null,
  constraint erasure_subject unique (kind, subject_id)
);
grant insert on erasure to earshot_web;
grant select, insert, update, delete on erasure to earshot_worker;

-- Audit entries of erased projects: who did what and when, without its subject.
create table kept_audit (
  id bigint generated always as identity primary key,
  project text not null,
  actor text not null,
  action text not null,
  created_at timestamptz not null
);
create index kept_audit_age on kept_audit (created_at);
grant select, insert, delete on kept_audit to earshot_worker;

-- Payments for erased projects, which the law requires to keep.
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
grant select, insert on kept_payment to earshot_worker;

-- Data exports. Only who requested one can download it, and only while they are a member of the project.
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
  -- The attempt that writes the file. The last one wins, and only its file is served.
  attempt uuid,
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

-- The same pseudonym for the same thing within one erasure.
create function pseudonym(secret text, thing text) returns text language sql immutable set search_path = pg_catalog as
$$ select 'erased:' || left(encode(sha256(convert_to(secret || ' ' || thing, 'UTF8')), 'hex'), 32) $$;

-- Closes an account at once: deletes every way to sign in and everything that only it or its address has, also in
-- projects that its user can't see. A row without a name is left for the erasure job. An unconfirmed address may be
-- somebody else's: mails and invitations to it are kept, or signing up with it and leaving would delete theirs.
create function blank_account(whose uuid, nothing text, at timestamptz) returns void
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
revoke all on function blank_account from public;
grant execute on function blank_account to earshot_web;

-- Operations

-- Addresses that were entered to get the guide (docs/decisions/0048). A keyed digest of the mailbox is
-- kept for good, so nobody can trigger a second mail to it, even after it unsubscribed. Unsubscribing deletes the
-- address and its mails.
create table capture_mailbox (
  digest text primary key,
  -- Digest of the key in the unsubscribe link.
  token_digest text not null unique,
  created_at timestamptz not null
);
grant select, insert on capture_mailbox to earshot_web;

create table captured_email (
  id uuid primary key,
  mailbox text not null unique references capture_mailbox,
  email text not null,
  source text not null,
  origin text not null,
  created_at timestamptz not null
);
grant select, insert, delete on captured_email to earshot_web;

-- Outgoing mail: written in the transaction that causes it, sent by a job (docs/decisions/0026). Once it is
-- sent or given up its text is blanked, since its links are keys. earshot_web can't read it.
create table mail (
  id uuid primary key,
  -- The account it is about; null for people without one, such as the invited.
  user_id uuid references "user" on delete cascade,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- sending: handed to a mail server that has not answered yet; it may have been sent.
  state text not null check (state in ('queued', 'sending', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  -- When its links expire; it is not sent later.
  useful_until timestamptz,
  -- Codes of the last failure; a mail server's own words may repeat an address.
  fault text,
  finished_at timestamptz,
  -- Others whose names are in the mail: it is deleted with them too.
  names_project uuid references project on delete cascade,
  names_user uuid references "user" on delete cascade,
  captured_email_id uuid references captured_email on delete cascade,
  -- The one-click unsubscribe link (RFC 8058): a key, blanked with the text.
  unsubscribe_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((next_try_at is null) = (state in ('sent', 'failed')))
);
create index mail_by_user on mail (user_id);
create index mail_due on mail (next_try_at) where next_try_at is not null;
create index mail_finished on mail (finished_at) where finished_at is not null;
create index mail_names_project on mail (names_project) where names_project is not null;
create index mail_names_user on mail (names_user) where names_user is not null;
create index mail_captured_email on mail (captured_email_id) where captured_email_id is not null;
grant insert on mail to earshot_web;
grant select, insert, update, delete on mail to earshot_worker;

-- Page views, counted without identifying anybody (docs/decisions/0053): views and referrers by
-- day, and the number of visitors. A visitor is a digest with the salt of the day; both are deleted when the day is
-- over.
create table visit_count (
  day date not null,
  name text not null,
  path text not null,
  referrer text not null,
  count integer not null,
  primary key (day, name, path, referrer)
);
grant select, insert, update on visit_count to earshot_web;
grant select, delete on visit_count to earshot_worker;

create table visit_day (
  day date primary key,
  visitors integer not null
);
grant select, insert, update on visit_day to earshot_web;
grant select, delete on visit_day to earshot_worker;

create table visit_salt (
  day date primary key,
  salt text not null
);
grant select, insert on visit_salt to earshot_web;
grant select, delete on visit_salt to earshot_worker;

create table visitor (
  day date not null,
  digest text not null,
  primary key (day, digest)
);
grant select, insert on visitor to earshot_web;
grant select, delete on visitor to earshot_worker;

-- Feedback to the operator. The API never returns it, but it is in the export of its author.
create table feedback (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  kind text not null check (kind in ('idea', 'problem', 'praise')),
  text text not null,
  page text,
  created_at timestamptz not null
);
create index feedback_user on feedback (user_id);
grant select, insert on feedback to earshot_web;
grant select on feedback to earshot_worker;

-- Platform

-- Rate limits, shared by all web processes: attempts in the current window. The key is a digest, since what is counted
-- may be an IP or email address.
create table throttle (
  key text primary key,
  spent integer not null,
  until timestamptz not null
);
create index throttle_until on throttle (until);
grant select, insert, update, delete on throttle to earshot_web;
grant select (until), delete on throttle to earshot_worker;

-- What each idempotency key was used for, so that a repeated request gets the first one's answer.
create table idempotency_key (
  -- The user, or the API token that acted for them.
  caller uuid not null,
  key text not null,
  user_id uuid not null references "user" on delete cascade,
  fingerprint text not null,
  -- Sealed with SECRET; null until the request has been answered.
  answer text,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_key_user on idempotency_key (user_id);
create index idempotency_key_age on idempotency_key (created_at);
grant select, insert, update, delete on idempotency_key to earshot_web;
grant select (created_at), delete on idempotency_key to earshot_worker;

-- Changes, for open screens. xact is the transaction that wrote the row, since snapshots decide what is new to a screen
-- (docs/decisions/0015).
create table event (
  id bigint generated always as identity primary key,
  xact xid8 not null default pg_current_xact_id(),
  project_id uuid not null references project on delete cascade,
  kind text not null,
  subject_id uuid,
  created_at timestamptz not null
);
create index event_order on event (xact, id);
-- For what one project's streams have missed.
create index event_project on event (project_id, xact, id);
grant select, insert, update, delete on event to earshot_web, earshot_worker;

-- Pipeline counters, one row per statement, added up by a job: items arrived and matched by source, and leads
-- (docs/decisions/0016). Older minutes are kept as their sum only, under minus infinity.
create table tally (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  name text not null check (name in ('arrived', 'matched', 'leads')),
  source text not null default '',
  delta bigint not null
);
create index tally_minute on tally (minute);
grant select on tally to earshot_web;
grant select, insert, update, delete on tally to earshot_worker;

-- The health of each source.
create table source_health (
  source text primary key,
  last_success_at timestamptz,
  -- When its newest item was posted.
  newest_posted_at timestamptz,
  error text,
  failed_at timestamptz,
  next_try_at timestamptz,
  updated_at timestamptz not null
);
grant select on source_health to earshot_web;
grant select, insert, update, delete on source_health to earshot_worker;

-- The events of these projects between two snapshots, oldest first, with their transactions. This and the next two
-- serve all open streams at once; the policies would go through the list of projects for each row.
create function events_between(projects uuid[], seen pg_snapshot, here pg_snapshot, most integer)
returns table (project_id uuid, kind text, subject_id uuid, transactions xid8[])
language sql stable security definer set search_path = pg_catalog, public as $$
  select e.project_id, e.kind, e.subject_id, array_agg(distinct e.xact)
  from (
    select * from event where xact >= pg_snapshot_xmax(seen) and xact < pg_snapshot_xmax(here)
    union all
    select * from event where xact = any (array(select pg_snapshot_xip(seen)))
  ) e
  where e.project_id in (select unnest(projects))
  group by 1, 2, 3 order by min(e.id) limit most
$$;
revoke all on function events_between from public;
grant execute on function events_between to earshot_web;

-- For each of these streams the events of its project since its snapshot, or one row without a kind if there are none.
-- `known` is false if some may have been deleted: before kept_since only a project's newest event is kept.
create function events_missed(projects uuid[], seen pg_snapshot[], here pg_snapshot, kept_since timestamptz, most integer)
returns table (place bigint, known boolean, kind text, subject_id uuid)
language sql stable security definer set search_path = pg_catalog, public as $$
  select a.place,
    pg_snapshot_xmax(a.seen) <= pg_snapshot_xmax(here)
      and coalesce(pg_visible_in_snapshot(oldest.xact, a.seen) or oldest.created_at > kept_since, true),
    e.kind, e.subject_id
  from unnest(projects, seen) with ordinality as a (project_id, seen, place)
  left join lateral (
    select xact, created_at from event where project_id = a.project_id order by xact, id limit 1
  ) oldest on true
  left join lateral (
    select * from event
    where project_id = a.project_id and xact >= pg_snapshot_xmax(a.seen) and xact < pg_snapshot_xmax(here)
    union all
    select * from event where project_id = a.project_id and xact = any (array(select pg_snapshot_xip(a.seen)))
    limit most
  ) e on true
  order by a.place, e.id
$$;
revoke all on function events_missed from public;
grant execute on function events_missed to earshot_web;

-- The positions of the streams that may stay open: the session is valid, and the user is a member and not blocked.
create function still_allowed(sessions uuid[], users uuid[], projects uuid[], at timestamptz) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select v.place from unnest(sessions, users, projects) with ordinality as v (session_id, user_id, project_id, place)
  join session s on s.id = v.session_id and s.user_id = v.user_id and s.revoked_at is null and s.expires_at > at
  join "user" u on u.id = v.user_id and u.blocked_at is null
  join member m on m.project_id = v.project_id and m.user_id = v.user_id
$$;
revoke all on function still_allowed from public;
grant execute on function still_allowed to earshot_web;

create function tally_arrived() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, source, delta)
  select date_trunc('minute', created_at), 'arrived', source, sum(item_count) from added group by 1, 3;
  return null;
end $$;
create trigger tally_arrived after insert on recent referencing new table as added
  for each statement execute function tally_arrived();

create function tally_matched() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, source, delta)
  select date_trunc('minute', a.finished_at), 'matched', a.source, sum(a.item_count)
  from added a join removed r on r.id = a.id and r.arrived_on = a.arrived_on
  where a.finished_at is not null and r.finished_at is null group by 1, 3;
  return null;
end $$;
create trigger tally_matched after update on recent referencing old table as removed new table as added
  for each statement execute function tally_matched();

-- Leads of the sandbox are counted with sandbox as their source.
create function tally_leads() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, source, delta)
  select date_trunc('minute', created_at), 'leads', case realm when 'sandbox' then 'sandbox' else '' end, count(*)
  from added group by 1, 3;
  return null;
end $$;
create trigger tally_leads after insert on opportunity referencing new table as added
  for each statement execute function tally_leads();

grant usage on sequence event_id_seq, opportunity_count_id_seq, tally_id_seq to earshot_web, earshot_worker;

-- Policies of the tables whose rows all belong to a project.
do $$
declare t text;
begin
  foreach t in array array[
    'member', 'api_token', 'audit_entry', 'subscription', 'purchase', 'keyword', 'competitor', 'postponed',
    'candidate', 'opportunity', 'opportunity_count', 'sibling_key', 'decision', 'learning', 'claim', 'project_vector',
    'similarity_due', 'mention', 'prompt', 'prompt_version', 'person', 'note', 'reminder', 'saved_search',
    'conversation', 'message', 'campaign', 'alert_rule', 'report', 'report_recipient', 'reddit_account',
    'reddit_connecting', 'place_use', 'forgetting', 'event'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
