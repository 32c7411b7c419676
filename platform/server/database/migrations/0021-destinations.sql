-- Webhooks of projects, and the attempts to deliver to them (docs/decisions/0106).

create table destination (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  channel text not null check (channel in ('webhook')),
  name text not null,
  status text not null check (status in ('active', 'paused', 'disabled')),
  -- The host of the address, which itself may hold a token.
  host text not null,
  address_sealed text not null,
  secret_sealed text not null,
  -- The secret before the last rotation, and until when messages are also signed with it.
  former_secret_sealed text,
  rotation_ends_at timestamptz,
  -- The first failed attempt since the last one that succeeded.
  failing_since timestamptz,
  disabled_reason text,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  check ((former_secret_sealed is null) = (rotation_ends_at is null)),
  check ((disabled_reason is not null) = (status = 'disabled'))
);
create unique index destination_name on destination (project_id, lower(name));
create index destination_created_by on destination (created_by) where created_by is not null;

create table alert_rule_destination (
  project_id uuid not null,
  rule_id uuid not null,
  destination_id uuid not null,
  primary key (project_id, rule_id, destination_id),
  foreign key (project_id, rule_id) references alert_rule on delete cascade,
  foreign key (project_id, destination_id) references destination on delete cascade
);
create index alert_rule_destination_of on alert_rule_destination (project_id, destination_id);

-- A message goes to a member or to a destination. A test of a destination has no rule.
alter table delivery
  alter column user_id drop not null,
  alter column rule_id drop not null,
  add column destination_id uuid,
  -- Attempts since it was queued or replayed.
  add column tries integer not null default 0,
  add foreign key (project_id, destination_id) references destination on delete cascade,
  add check ((user_id is null) = (destination_id is not null)),
  add check (rule_id is not null or (sample and destination_id is not null));
-- An armed message to a destination is due again if its worker doesn't report back.
alter table delivery drop constraint delivery_check;
alter table delivery add constraint delivery_due_state check (
  (due_at is not null) = (state in ('queued', 'deferred') or (state = 'armed' and destination_id is not null)));
create index delivery_destination on delivery (project_id, destination_id, id desc) where destination_id is not null;
drop index delivery_collecting;
create unique index delivery_collecting on delivery (project_id, rule_id, channel, user_id, destination_id)
  nulls not distinct where collecting;
drop index delivery_window;
create unique index delivery_window on delivery (project_id, rule_id, channel, user_id, destination_id, window_at)
  nulls not distinct where window_at is not null;

create table delivery_attempt (
  project_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  started_at timestamptz not null,
  ms integer not null,
  -- The HTTP status; null without a response.
  status integer,
  -- Why it failed; null if it succeeded.
  reason text,
  -- The beginning of the response.
  response text not null,
  primary key (project_id, id),
  foreign key (project_id, delivery_id) references delivery on delete cascade
);
create index delivery_attempt_of on delivery_attempt (project_id, delivery_id, id desc);

do $$
declare t text;
begin
  foreach t in array array['destination', 'alert_rule_destination', 'delivery_attempt'] loop
    execute format('grant select, insert, update, delete on %I to earshot_web, earshot_worker', t);
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
