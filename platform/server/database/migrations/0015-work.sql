-- What people work with besides leads (DECISIONS 14, 15): prompts, mentions, notes, reminders, saved searches, people,
-- conversations, campaigns, alert rules and reports. Who did something is an account, and empty when that is gone.

create table prompt (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('intentBrief', 'noiseBrief', 'voice', 'facts', 'disclosure', 'bannedClaims')),
  -- Null: for all communities that have none of their own.
  subreddit text,
  text text not null,
  version integer not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index prompt_place on prompt (project_id, kind, lower(coalesce(subreddit, '')));

-- Every wording that a prompt ever had, the current one among them.
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

create table mention (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  post_id uuid not null references post on delete cascade,
  kind text not null check (kind in ('brand', 'competitor', 'industry')),
  -- What was found, as the project had it then; the rows behind it may be gone since.
  phrase text not null,
  keyword_id uuid,
  competitor_id uuid,
  sentence text not null,
  sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
  posted_at timestamptz,
  handled boolean not null default false,
  handled_by uuid references "user" on delete set null,
  handled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, post_id),
  foreign key (project_id, keyword_id) references keyword on delete set null (keyword_id),
  foreign key (project_id, competitor_id) references competitor on delete set null (competitor_id),
  check (handled = (handled_at is not null))
);
create index mention_posted on mention (project_id, kind, posted_at desc, id desc);
create index mention_post on mention (post_id);

-- Whom the project deals with on Reddit: a handle and nothing that joins it to anybody elsewhere.
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

-- Who works on a lead: one at a time.
create table claim (
  project_id uuid not null,
  opportunity_id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  created_at timestamptz not null,
  primary key (project_id, opportunity_id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade
);
create index claim_user on claim (user_id);

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
-- A lead has one that is open; those that are done stay.
create unique index reminder_open on reminder (project_id, opportunity_id) where not done;
create index reminder_opportunity on reminder (project_id, opportunity_id);
create index reminder_due on reminder (project_id, due_at) where not done;

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

-- DESIGN 5: draft -> queued -> armed (committed before the call) -> sent -> confirmed, or deferred, or refused for good.
create table message (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  state text not null
    check (state in ('draft', 'queued', 'armed', 'sent', 'confirmed', 'deferred', 'refused', 'received')),
  text text not null,
  -- Why it was deferred or refused, for people.
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

create table alert_rule (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  query text not null,
  -- The least score of a lead that it tells of.
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

-- Members alone: who leaves the project is sent nothing of it any more.
create table report_recipient (
  project_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  primary key (project_id, report_id, user_id),
  foreign key (project_id, report_id) references report on delete cascade,
  foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['prompt', 'prompt_version', 'mention', 'person', 'note', 'claim', 'reminder', 'saved_search',
    'conversation', 'message', 'campaign', 'alert_rule', 'report', 'report_recipient'] loop
    execute format('grant select, insert, update, delete on %I to earshot_web, earshot_worker', t);
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
-- Mentions come from the pipeline.
revoke insert, delete on mention from earshot_web;

-- Who refers to a user goes through each of these when an account goes.
create index prompt_version_user on prompt_version (created_by) where created_by is not null;
create index mention_user on mention (handled_by) where handled_by is not null;
create index person_owner on person (owner_id) where owner_id is not null;
create index note_user on note (created_by) where created_by is not null;
create index reminder_user on reminder (created_by) where created_by is not null;
create index conversation_assignee on conversation (assignee_id) where assignee_id is not null;
create index message_user on message (created_by) where created_by is not null;

-- A lead that somebody noted something on, is to be reminded of or works on is not withdrawn, nor hidden in a family.
create function is_worked_on(project uuid, lead uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from note n where n.project_id = project and n.opportunity_id = lead)
    or exists (select from reminder r where r.project_id = project and r.opportunity_id = lead)
    or exists (select from claim c where c.project_id = project and c.opportunity_id = lead)
$$;
