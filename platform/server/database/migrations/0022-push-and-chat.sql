-- Web Push, and Slack, Discord, and Telegram as destinations (docs/decisions/0107).

-- The key pair by which push services recognize this server (VAPID). One row.
create table push_key (
  id boolean primary key default true check (id),
  public_key text not null,
  private_sealed text not null,
  created_at timestamptz not null
);
grant select, insert, update on push_key to earshot_web;
grant select on push_key to earshot_worker;

-- Browsers in which a user turned on notifications. Each belongs to a session and ends with it.
create table push_subscription (
  id uuid primary key,
  user_id uuid not null references "user" on delete cascade,
  session_id uuid not null unique references session on delete cascade,
  endpoint_digest text not null unique,
  -- The endpoint and the browser's keys, as JSON.
  subscription_sealed text not null,
  -- The host of the endpoint.
  host text not null,
  created_at timestamptz not null
);
create index push_subscription_user on push_subscription (user_id);
grant select, insert, update, delete on push_subscription to earshot_web;
grant select, delete on push_subscription to earshot_worker;

-- The browsers of a user who isn't blocked, with a session that hasn't ended. Workers can't read sessions.
create function push_browsers_of(whose uuid, at timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id from push_subscription p
  join session s on s.id = p.session_id and s.revoked_at is null and s.expires_at > at
  join "user" u on u.id = p.user_id and u.blocked_at is null
  where p.user_id = whose
$$;
revoke all on function push_browsers_of from public;
grant execute on function push_browsers_of to earshot_worker;

create function drop_push_subscription() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;
revoke all on function drop_push_subscription from public;
create trigger drop_push_subscription after update of revoked_at on session
  for each row when (new.revoked_at is not null) execute function drop_push_subscription();

-- The browsers that have received a message. The others are tried again.
create table delivery_browser (
  project_id uuid not null,
  delivery_id uuid not null,
  subscription_id uuid not null references push_subscription on delete cascade,
  created_at timestamptz not null,
  primary key (project_id, delivery_id, subscription_id),
  foreign key (project_id, delivery_id) references delivery on delete cascade
);
create index delivery_browser_subscription on delivery_browser (subscription_id);
grant select, insert, delete on delivery_browser to earshot_web, earshot_worker;
alter table delivery_browser enable row level security;
create policy web on delivery_browser to earshot_web using (project_id = any (current_projects()));
create policy worker on delivery_browser to earshot_worker using (true);

alter table alert_rule drop constraint alert_rule_channel_check;
alter table alert_rule add constraint alert_rule_channel_check check (channel in ('mail', 'push'));
alter table delivery drop constraint delivery_channel_check;
alter table delivery add constraint delivery_channel_check
  check (channel in ('mail', 'push', 'webhook', 'slack', 'discord', 'telegram'));

-- All messages but mails are sent by requests. An armed one is due again if its worker doesn't report back.
alter table delivery drop constraint delivery_due_state;
alter table delivery add constraint delivery_due_state check (
  (due_at is not null) = (state in ('queued', 'deferred') or (state = 'armed' and channel <> 'mail')));

-- Only webhooks sign their messages.
alter table destination drop constraint destination_channel_check;
alter table destination
  add constraint destination_channel_check check (channel in ('webhook', 'slack', 'discord', 'telegram')),
  alter column secret_sealed drop not null,
  add constraint destination_secret check ((secret_sealed is not null) = (channel = 'webhook'));
