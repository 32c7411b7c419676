-- Campaigns that send (docs/decisions/0117).

-- The messages of a campaign, in their order, each {text, waitDays}.
alter table campaign add column steps jsonb not null default '[]';
update campaign set steps = jsonb_build_array(jsonb_build_object('text', text, 'waitDays', 0));
alter table campaign drop column text;
alter table campaign add constraint campaign_steps check (jsonb_typeof(steps) = 'array');

-- The people of a campaign, since they joined its audience.
create table campaign_person (
  project_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  person_id uuid not null,
  -- The last step whose message was queued; 0: none yet.
  step smallint not null default 0 check (step >= 0),
  state text not null check (state in ('waiting', 'done', 'stopped')),
  -- Why it was stopped (engine/messages/campaigns.ts).
  reason text,
  -- When to look at it again.
  next_at timestamptz,
  -- The message of the last step; null once it is deleted.
  message_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, campaign_id, person_id),
  foreign key (project_id, campaign_id) references campaign on delete cascade,
  foreign key (project_id, person_id) references person on delete cascade,
  foreign key (project_id, message_id) references message on delete set null (message_id),
  check ((state = 'stopped') = (reason is not null)),
  check ((state = 'waiting') = (next_at is not null))
);
create index campaign_person_person on campaign_person (project_id, person_id);
create index campaign_person_message on campaign_person (project_id, message_id) where message_id is not null;
create index campaign_person_due on campaign_person (project_id, campaign_id, next_at) where state = 'waiting';
grant select, insert, update, delete on campaign_person to earshot_web, earshot_worker;

-- Each message of a campaign, once per person and step.
create table campaign_message (
  project_id uuid not null,
  campaign_id uuid not null,
  person_id uuid not null,
  step smallint not null check (step > 0),
  -- Null once it is deleted.
  message_id uuid,
  -- The day in the project's time zone, for the campaign's number per day.
  queued_on date not null,
  created_at timestamptz not null,
  primary key (project_id, campaign_id, person_id, step),
  foreign key (project_id, campaign_id) references campaign on delete cascade,
  foreign key (project_id, person_id) references person on delete cascade,
  foreign key (project_id, message_id) references message on delete set null (message_id)
);
create index campaign_message_person on campaign_message (project_id, person_id);
create unique index campaign_message_message on campaign_message (project_id, message_id) where message_id is not null;
grant select, insert, update, delete on campaign_message to earshot_web, earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['campaign_person', 'campaign_message'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
