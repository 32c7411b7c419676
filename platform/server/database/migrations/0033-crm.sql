-- Stages, tasks, and the history of people (docs/decisions/0118).

create table person_stage (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- What people refer to. It stays when the stage is renamed.
  key text not null,
  name text not null,
  kind text not null check (kind in ('open', 'won', 'lost')),
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, key),
  -- Everybody begins here.
  check (key <> 'new' or kind = 'open')
);
create unique index person_stage_name on person_stage (project_id, lower(name));
grant select, insert, update, delete on person_stage to earshot_web, earshot_worker;

insert into person_stage (project_id, id, key, name, kind, position, created_at, updated_at)
select p.id, gen_random_uuid(), v.key, v.name, v.kind, v.position, now(), now()
from project p, (values
  ('new', 'New', 'open', 1), ('contacted', 'Contacted', 'open', 2), ('inConversation', 'In conversation', 'open', 3),
  ('qualified', 'Qualified', 'open', 4), ('won', 'Won', 'won', 5), ('lost', 'Lost', 'lost', 6)
) as v (key, name, kind, position);

-- Gives each new project the same stages. Runs as the owner, since nobody is a member of a new project yet.
create function add_person_stages() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into public.person_stage (project_id, id, key, name, kind, position, created_at, updated_at)
  select new.id, gen_random_uuid(), v.key, v.name, v.kind, v.position, new.created_at, new.created_at
  from (values
    ('new', 'New', 'open', 1), ('contacted', 'Contacted', 'open', 2), ('inConversation', 'In conversation', 'open', 3),
    ('qualified', 'Qualified', 'open', 4), ('won', 'Won', 'won', 5), ('lost', 'Lost', 'lost', 6)
  ) as v (key, name, kind, position);
  return null;
end $$;
create trigger add_person_stages after insert on project for each row execute function add_person_stages();

do $$
declare c text;
begin
  select conname into strict c from pg_constraint
  where conrelid = 'person'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%inConversation%';
  execute format('alter table person drop constraint %I', c);
end $$;
alter table person
  -- Since when they are in their stage.
  add column stage_since timestamptz,
  -- When their next open task is due.
  add column next_task_at timestamptz,
  -- An address that they gave in a message, and the message that shows it.
  add column email text,
  add column email_message_id uuid,
  add foreign key (project_id, stage) references person_stage (project_id, key),
  add foreign key (project_id, email_message_id) references message on delete set null (email_message_id),
  add check ((email is null) = (email_message_id is null));
update person set stage_since = created_at;
alter table person alter column stage_since set not null;
create index person_stage_people on person (project_id, stage, id);
create index person_next_task on person (project_id, next_task_at) where next_task_at is not null;
create unique index person_email on person (project_id, lower(email)) where email is not null;
create index person_email_message on person (project_id, email_message_id) where email_message_id is not null;

-- An address is never kept without the message that shows it, also when the database deletes the message.
create function forget_person_email() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.email := null;
  return new;
end $$;
create trigger forget_person_email before update of email_message_id on person
  for each row when (new.email_message_id is null) execute function forget_person_email();

-- Further accounts of a person, whose own rows were merged into theirs.
create table person_alias (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  person_id uuid not null,
  handle text not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, person_id) references person on delete cascade
);
create unique index person_alias_handle on person_alias (project_id, lower(handle));
create index person_alias_person on person_alias (project_id, person_id);
grant select, insert, update, delete on person_alias to earshot_web, earshot_worker;

create table task (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  person_id uuid not null,
  text text not null,
  due_at timestamptz not null,
  done_at timestamptz,
  done_by uuid references "user" on delete set null,
  assignee_id uuid references "user" on delete set null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, person_id) references person on delete cascade,
  check (done_at is not null or done_by is null)
);
create index task_person on task (project_id, person_id, due_at);
create index task_due on task (project_id, due_at) where done_at is null;
create index task_assignee on task (assignee_id) where assignee_id is not null;
create index task_done_by on task (done_by) where done_by is not null;
create index task_user on task (created_by) where created_by is not null;
grant select, insert, update, delete on task to earshot_web, earshot_worker;

-- What happened to a person and is stored nowhere else.
create table person_event (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  person_id uuid not null,
  kind text not null check (kind in ('added', 'stage', 'owner', 'value', 'email', 'merged', 'doNotContact')),
  -- Holds no names: neither of people nor of users.
  data jsonb not null,
  -- The new owner; null: nobody.
  owner_id uuid references "user" on delete set null,
  -- The account that was merged into this person; null once it is forgotten.
  alias_id uuid,
  -- When the alert rules were asked about a change of stage.
  alerted_at timestamptz,
  -- Null: Earshot itself, or somebody who left.
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, person_id) references person on delete cascade,
  foreign key (project_id, alias_id) references person_alias on delete set null (alias_id)
);
create index person_event_person on person_event (project_id, person_id, created_at);
create index person_event_alert on person_event (project_id, id) where kind = 'stage' and alerted_at is null;
create index person_event_alias on person_event (project_id, alias_id) where alias_id is not null;
create index person_event_owner on person_event (owner_id) where owner_id is not null;
create index person_event_user on person_event (created_by) where created_by is not null;
grant select, insert, update, delete on person_event to earshot_web, earshot_worker;

-- Null: the person's own handle. Otherwise one of their aliases. A message goes to this account, and consent is its own.
alter table conversation add column recipient text;
alter table invitation add column recipient text;
drop index conversation_direct;
create unique index conversation_direct on conversation (project_id, account_id, person_id, lower(coalesce(recipient, '')))
  where kind = 'message' and account_id is not null;
drop index conversation_thread;
create unique index conversation_thread
  on conversation (project_id, account_id, thread_id, person_id, lower(coalesce(recipient, '')))
  where kind in ('comment', 'mention') and account_id is not null;

-- Alert rules about people who change their stage.
alter table alert_rule drop constraint alert_rule_kind_check;
alter table alert_rule add constraint alert_rule_kind_check
  check (kind in ('lead', 'mention', 'spike', 'keywordHealth', 'sourceTrouble', 'quota', 'personal', 'personStage'));

do $$
declare t text;
begin
  foreach t in array array['person_stage', 'person_alias', 'task', 'person_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
