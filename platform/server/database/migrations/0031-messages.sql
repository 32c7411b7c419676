-- Sending and receiving messages (docs/decisions/0117).

create table invitation (
  project_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  opportunity_id uuid,
  -- The person's own words.
  quote text not null,
  permalink text not null,
  -- What it was quoted from, as Reddit names it (t1_ or t3_), so that it is forgotten with it.
  outside_name text not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, person_id, outside_name),
  foreign key (project_id, person_id) references person on delete cascade,
  foreign key (project_id, opportunity_id) references opportunity on delete set null (opportunity_id)
);
create index invitation_opportunity on invitation (project_id, opportunity_id) where opportunity_id is not null;
create index invitation_outside on invitation (outside_name);
create index invitation_user on invitation (created_by) where created_by is not null;
grant select, insert, update, delete on invitation to earshot_web, earshot_worker;

alter table conversation
  alter column person_id drop not null,
  add column kind text not null default 'message' check (kind in ('message', 'comment', 'mention', 'modmail')),
  -- The connected account that takes part; null for drafts and once it is disconnected.
  add column account_id uuid,
  -- In Reddit's spelling, without r/.
  add column subreddit text,
  -- The number of the post above it, as Reddit writes it, without t3_.
  add column thread_id text,
  add column title text,
  add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  add column labels text[] not null default '{}',
  add column unread boolean not null default false,
  -- When the newest message of it was sent or received.
  add column last_at timestamptz,
  add foreign key (project_id, account_id) references reddit_account on delete set null (account_id),
  add check (person_id is not null or kind = 'modmail'),
  add check (thread_id is not null or kind not in ('comment', 'mention'));
create unique index conversation_direct on conversation (project_id, account_id, person_id)
  where kind = 'message' and account_id is not null;
create unique index conversation_thread on conversation (project_id, account_id, thread_id, person_id)
  where kind in ('comment', 'mention') and account_id is not null;
create unique index conversation_modmail on conversation (project_id, account_id, lower(subreddit))
  where kind = 'modmail' and account_id is not null;
create index conversation_subject on conversation (thread_id) where thread_id is not null;
create index conversation_snoozed on conversation (snoozed_until) where snoozed_until is not null;
create index conversation_last on conversation (project_id, last_at desc nulls last, id);

-- A held message may wait for something that has no time, such as the stop switch.
do $$
declare c text;
begin
  select conname into strict c from pg_constraint
  where conrelid = 'message'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%deferred_until%';
  execute format('alter table message drop constraint %I', c);
end $$;
alter table message
  add column account_id uuid,
  -- As Reddit names it, with t1_ or t4_; null while unknown.
  add column outside_name text,
  -- What it answers, with t1_, t3_, or t4_; null for a first message.
  add column parent_name text,
  add column subject text,
  add column permalink text,
  -- The limit that holds it (engine/messages/governor.ts). An armed message is held as unclear.
  add column hold text,
  -- Why it was refused: by a rule of ours (engine/messages/holds.ts), or by Reddit.
  add column refusal text,
  -- When to try next, or when to look whether it was sent; null: not by itself.
  add column due_at timestamptz,
  add column armed_at timestamptz,
  add column tries integer not null default 0,
  -- When to look again whether a received comment is still on Reddit, and since when Reddit leaves it out.
  add column recheck_at timestamptz,
  add column missed_at timestamptz,
  add foreign key (project_id, account_id) references reddit_account on delete set null (account_id),
  add check (state = 'deferred' or deferred_until is null),
  add check (state <> 'deferred' or hold is not null),
  add check (hold is null or state = 'deferred' or (state = 'armed' and hold = 'unclear')),
  add check (refusal is null or state = 'refused'),
  add check (due_at is null or state in ('queued', 'deferred', 'armed'));
create unique index message_outside on message (project_id, account_id, outside_name)
  where outside_name is not null and account_id is not null;
-- Also finds the messages of accounts that were disconnected.
create index message_name on message (outside_name) where outside_name is not null;
create index message_recheck on message (recheck_at) where recheck_at is not null;
create index message_due on message (due_at) where due_at is not null;

create table message_settings (
  project_id uuid primary key references project on delete cascade,
  mode text not null default 'manual' check (mode in ('manual', 'assisted', 'automatic')),
  -- The owner who agreed to automatic messages.
  agreed_by uuid references "user" on delete set null,
  agreed_at timestamptz,
  stopped_by uuid references "user" on delete set null,
  stopped_at timestamptz,
  -- Hours of the day in the project's time zone; equal: no quiet hours.
  quiet_from smallint not null default 21 check (quiet_from between 0 and 23),
  quiet_to smallint not null default 8 check (quiet_to between 0 and 23),
  hourly_most integer not null default 5 check (hourly_most between 1 and 30),
  daily_most integer not null default 20 check (daily_most between 1 and 500),
  updated_at timestamptz not null,
  check (mode <> 'automatic' or agreed_at is not null)
);
create index message_settings_agreed on message_settings (agreed_by) where agreed_by is not null;
create index message_settings_stopped on message_settings (stopped_by) where stopped_by is not null;
grant select, insert, update on message_settings to earshot_web, earshot_worker;

-- What was handed to Reddit, for the limits. Holds no text and no name. Outlives projects.
create table sending (
  -- The message's ID.
  id uuid primary key,
  client_id text not null,
  -- The Reddit account that sent it.
  subject text not null,
  realm text not null check (realm in ('sandbox', 'real')),
  -- The owner of the project.
  owner_id uuid not null references "user" on delete cascade,
  kind text not null check (kind in ('message', 'comment')),
  -- The first message to this person, by a digest of the name in lower case; null for answers to people who wrote.
  first_to bytea,
  -- In lower case; null for messages.
  community text,
  text_digest bytea not null,
  -- The day on which the plan counts it; null if it doesn't.
  counted_on date,
  sent_at timestamptz not null
);
create unique index sending_first on sending (owner_id, realm, first_to) where first_to is not null;
create index sending_account on sending (client_id, subject, sent_at);
create index sending_old on sending (sent_at) where first_to is null;
grant select, insert, update, delete on sending to earshot_worker;
alter table sending enable row level security;
create policy worker on sending to earshot_worker using (true);

-- Whether an owner of a project had a first message sent to a person, in any of their projects. Members may know that,
-- and nothing else of other projects.
create function was_contacted(which uuid, contact bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from public.sending s
    join public.project p on p.realm = s.realm and p.id = which
    join public.member m on m.user_id = s.owner_id and m.project_id = p.id and m.role = 'owner'
    where s.first_to = contact)
$$;
revoke all on function was_contacted from public;
grant execute on function was_contacted to earshot_web, earshot_worker;

-- The worker marks leads as replied whose public reply it posted.
grant execute on function hold_posts_of to earshot_worker;
grant insert on reply_check to earshot_worker;

-- How far the inbox of an account was read.
alter table reddit_account
  -- The newest item of the last complete reading.
  add column inbox_mark text,
  add column sent_mark text,
  -- When it was last read to the end, for what was deleted since.
  add column inbox_whole_at timestamptz,
  add column inbox_due_at timestamptz,
  add column inbox_read_at timestamptz,
  add column inbox_trouble text;
create index reddit_account_inbox on reddit_account (inbox_due_at nulls first) where state = 'connected';

do $$
declare t text;
begin
  foreach t in array array['invitation', 'message_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
