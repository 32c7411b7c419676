-- Alert rules, what they matched, and the outbox of what is sent (docs/decisions/0101 to 0103).

alter table alert_rule
  add column kind text not null default 'lead'
    check (kind in ('lead', 'mention', 'spike', 'keywordHealth', 'sourceTrouble', 'quota')),
  add column rhythm text not null default 'immediately' check (rhythm in ('immediately', 'hourly', 'daily', 'weekly')),
  -- The lowest label of a lead.
  add column label smallint not null default 2 check (label in (2, 3)),
  -- Only posts that a reply still reaches well.
  add column fresh boolean not null default false,
  -- Only finds that no other rule of this kind matches.
  add column rest_only boolean not null default false,
  -- Keywords and competitors; empty: all.
  add column keywords uuid[] not null default '{}',
  -- When daily and weekly digests are due, in the project's time zone.
  add column time_of_day text not null default '08:00',
  -- In the recipient's time zone, like quiet_hours.
  add column working_hours jsonb,
  add column snoozed_until timestamptz;

-- Members only: whoever leaves the project gets no more alerts.
create table alert_recipient (
  project_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  primary key (project_id, rule_id, user_id),
  foreign key (project_id, rule_id) references alert_rule on delete cascade,
  foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade
    on update cascade
);
create index alert_recipient_user on alert_recipient (project_id, user_id);

-- Finds that became visible and that no job has compared with the rules yet.
create table alert_due (
  project_id uuid not null references project on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('lead', 'mention')),
  post_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);

-- What a rule matched, once. It has no text of posts: what is deleted upstream is never sent.
create table alert (
  project_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  -- What it is about: a post's ID, or the name of an event.
  item text not null,
  -- The post, for leads and mentions.
  post_id uuid references post on delete cascade,
  -- The facts of an event; null for leads and mentions.
  details jsonb,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint alert_once unique (project_id, rule_id, item),
  foreign key (project_id, rule_id) references alert_rule on delete cascade
);
create index alert_post on alert (post_id) where post_id is not null;

-- The outbox: one message to one destination (DESIGN 5).
create table delivery (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  channel text not null check (channel in ('mail', 'slack', 'discord', 'telegram', 'webhook')),
  -- The member it goes to.
  user_id uuid not null,
  -- A sample shows what a rule's messages look like, and contains no alert.
  sample boolean not null default false,
  state text not null check (state in ('queued', 'armed', 'sent', 'confirmed', 'deferred', 'refused')),
  -- Why it is deferred or refused.
  reason text,
  -- Whether further alerts join it.
  collecting boolean not null,
  -- The end of a digest's window; null: it has none.
  window_at timestamptz,
  due_at timestamptz,
  -- What it told, counted when it was written.
  finds integer not null default 0,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, rule_id) references alert_rule on delete cascade,
  foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade
    on update cascade,
  check ((due_at is not null) = (state in ('queued', 'deferred')))
);
create unique index delivery_collecting on delivery (project_id, rule_id, channel, user_id) where collecting;
create unique index delivery_window on delivery (project_id, rule_id, channel, user_id, window_at)
  where window_at is not null;
create index delivery_due on delivery (due_at) where due_at is not null;
create index delivery_newest on delivery (project_id, id desc);
create index delivery_user on delivery (project_id, user_id);
create index delivery_finished on delivery (finished_at) where finished_at is not null;

create table delivery_alert (
  project_id uuid not null,
  delivery_id uuid not null,
  alert_id uuid not null,
  primary key (project_id, delivery_id, alert_id),
  foreign key (project_id, delivery_id) references delivery on delete cascade,
  foreign key (project_id, alert_id) references alert on delete cascade
);
create index delivery_alert_of on delivery_alert (project_id, alert_id);

do $$
declare t text;
begin
  foreach t in array array['alert_recipient', 'alert_due', 'alert', 'delivery', 'delivery_alert'] loop
    execute format('grant select, insert, update, delete on %I to earshot_web, earshot_worker', t);
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
grant usage on sequence alert_due_id_seq to earshot_web, earshot_worker;
grant select (time_zone) on "user" to earshot_worker;

-- Notes finds that become visible, in the transaction that shows them, so that no writer can forget it. A lead that a
-- member added has the label 0. A lead whose label rises within a day may now match a rule.
create function note_alert_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into alert_due (project_id, kind, post_id, created_at)
  select new.project_id, tg_argv[0], new.post_id, new.updated_at
  where exists (
    select from alert_rule r where r.project_id = new.project_id and r.kind = tg_argv[0] and r.status = 'active');
  return null;
end $$;
revoke all on function note_alert_due from public;
create trigger alert_added after insert on opportunity
  for each row when (new.released_at is not null and new.label > 0) execute function note_alert_due('lead');
create trigger alert_released after update of released_at, label on opportunity
  for each row when (new.released_at is not null and new.sibling_of is null and (old.released_at is null
    or (old.label between 1 and new.label - 1 and new.updated_at < new.released_at + interval '1 day')))
  execute function note_alert_due('lead');
create trigger alert_added after insert on mention
  for each row when (new.released_at is not null) execute function note_alert_due('mention');
create trigger alert_released after update of released_at on mention
  for each row when (old.released_at is null and new.released_at is not null)
  execute function note_alert_due('mention');

-- Mail of a delivery. Whoever leaves the project, or deletes the rule, withdraws it.
alter table mail add column delivery_project uuid, add column delivery_id uuid;
alter table mail add constraint mail_delivery foreign key (delivery_project, delivery_id) references delivery
  on delete cascade;
create index mail_delivery on mail (delivery_project, delivery_id) where delivery_id is not null;

-- A delivery takes over the outcome of its mail. One that was withdrawn before it was handed over, since a post was
-- deleted, is written again.
create function take_over_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare is_again boolean := old.state = 'queued' and new.state = 'failed' and new.fault like 'withdrawn%';
begin
  update delivery d set updated_at = new.updated_at,
    state = case
      when is_again then 'queued'
      when new.state = 'sent' then 'sent'
      when new.state = 'failed' then 'refused'
      else 'armed' end,
    reason = case when is_again then null else new.fault end,
    due_at = case when is_again then new.updated_at end,
    finished_at = case when is_again then null else new.finished_at end
  where d.project_id = new.delivery_project and d.id = new.delivery_id and (d.state = 'armed' or new.state = 'sent');
  return null;
end $$;
revoke all on function take_over_mail from public;
create trigger take_over_mail after update of state, fault on mail
  for each row when (new.delivery_id is not null) execute function take_over_mail();

-- Addresses that a mail server refused for good. Alerts skip them; a new address starts afresh.
create table mail_suppression (
  user_id uuid primary key references "user" on delete cascade,
  -- The server's codes.
  reason text not null,
  created_at timestamptz not null
);
grant select, delete on mail_suppression to earshot_web;
grant select, insert, delete on mail_suppression to earshot_worker;

create function forget_suppression() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from mail_suppression where user_id = new.id;
  return null;
end $$;
revoke all on function forget_suppression from public;
create trigger forget_suppression after update of email on "user"
  for each row when (old.email is distinct from new.email) execute function forget_suppression();

-- The keys of unsubscribe links, as digests. They outlive the recipient, so that an old link still works.
create table alert_unsubscribe (
  token_digest text primary key,
  project_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  foreign key (project_id, rule_id) references alert_rule on delete cascade
);
create index alert_unsubscribe_rule on alert_unsubscribe (project_id, rule_id);
create index alert_unsubscribe_user on alert_unsubscribe (user_id);
grant select, insert on alert_unsubscribe to earshot_web, earshot_worker;
alter table alert_unsubscribe enable row level security;
create policy web on alert_unsubscribe to earshot_web using (project_id = any (current_projects()));
create policy worker on alert_unsubscribe to earshot_worker using (true);

-- Removes a recipient by the key in a mail, without a session. Returns whether the key is known.
create function unsubscribe_from_alerts(digest text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare link alert_unsubscribe;
begin
  select * into link from alert_unsubscribe where token_digest = digest;
  if not found then return false; end if;
  delete from alert_recipient
  where project_id = link.project_id and rule_id = link.rule_id and user_id = link.user_id;
  return true;
end $$;
revoke all on function unsubscribe_from_alerts from public;
grant execute on function unsubscribe_from_alerts to earshot_web;

-- Existing rules told whoever made them. Existing projects get the two rules of new ones, for finds from now on.
insert into alert_recipient (project_id, rule_id, user_id)
select r.project_id, r.id, m.user_id from alert_rule r
join member m on m.project_id = r.project_id and m.user_id = r.created_by;

insert into alert_rule (project_id, id, name, query, threshold, channel, status, kind, rhythm, label, fresh, rest_only,
  created_at, updated_at)
select p.id, gen_random_uuid(), v.name, '', 0, 'mail', 'active', 'lead', v.rhythm, v.label, v.fresh, v.rest_only, now(),
  now()
from project p
cross join (values ('Hot leads', 'immediately', 3, true, false), ('Daily digest', 'daily', 2, false, true))
  as v(name, rhythm, label, fresh, rest_only)
where p.status <> 'archived'
on conflict do nothing;

insert into alert_recipient (project_id, rule_id, user_id)
select r.project_id, r.id, m.user_id from alert_rule r
join member m on m.project_id = r.project_id and m.role = 'owner' and m.user_id is not null
where r.created_by is null
on conflict do nothing;
