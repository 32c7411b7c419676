-- Alerts about reminders and notes, who is answering a lead, and canned replies (docs/decisions/0116).

-- Whom a note mentions. Its text has `<@ID>` in the place of each. Not for members only: a note still mentions people who
-- left the project.
create table note_mention (
  project_id uuid not null,
  note_id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  created_at timestamptz not null,
  -- When the alert rules were asked; null: not yet.
  alerted_at timestamptz,
  -- When the mentioned person looked at it; null: not yet.
  seen_at timestamptz,
  primary key (project_id, note_id, user_id),
  foreign key (project_id, note_id) references note on delete cascade
);
create index note_mention_user on note_mention (user_id);
create index note_mention_due on note_mention (project_id) where alerted_at is null;
grant select, insert, update, delete on note_mention to earshot_web, earshot_worker;

alter table reminder add column alerted_at timestamptz;
create index reminder_unalerted on reminder (due_at) where not done and alerted_at is null;
-- Whoever set reminders that are due by now knows them: only later ones are alerts.
update reminder set alerted_at = now() where not done and due_at <= now();

-- A reminder that was moved or reopened is due anew, whoever writes it.
create function renew_reminder() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.alerted_at := null;
  return new;
end $$;
create trigger renew_reminder before update of due_at, done on reminder
  for each row when (old.due_at <> new.due_at or (old.done and not new.done)) execute function renew_reminder();

alter table alert_rule drop constraint alert_rule_kind_check;
alter table alert_rule add constraint alert_rule_kind_check
  check (kind in ('lead', 'mention', 'spike', 'keywordHealth', 'sourceTrouble', 'quota', 'personal'));

-- An alert for one member alone, about a reminder or a note. It ends with them, so nothing of it is sent afterward.
alter table alert
  add column user_id uuid,
  add column reminder_id uuid,
  add column note_id uuid,
  add foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade on update cascade,
  add foreign key (project_id, reminder_id) references reminder on delete cascade,
  add foreign key (project_id, note_id, user_id) references note_mention on delete cascade,
  add check ((user_id is not null) = (num_nonnulls(reminder_id, note_id) = 1));
create index alert_user on alert (project_id, user_id) where user_id is not null;
create index alert_reminder on alert (project_id, reminder_id) where reminder_id is not null;
create index alert_note on alert (project_id, note_id) where note_id is not null;

-- The two rules about reminders and notes tell the whole team, also those who join later. Clients see neither.
create function tell_new_teammate() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into alert_recipient (project_id, rule_id, user_id)
  select r.project_id, r.id, new.user_id from alert_rule r
  where r.project_id = new.project_id and r.kind = 'personal'
  on conflict do nothing;
  return null;
end $$;
revoke all on function tell_new_teammate from public;
create trigger teammate_added after insert on member
  for each row when (new.user_id is not null and new.role <> 'client') execute function tell_new_teammate();
create trigger teammate_joined after update of user_id, role on member
  for each row when (new.user_id is not null and new.role <> 'client' and (old.user_id is null or old.role = 'client'))
  execute function tell_new_teammate();

insert into alert_rule (project_id, id, name, query, threshold, channel, status, kind, rhythm, label, fresh, rest_only,
  created_at, updated_at)
select p.id, gen_random_uuid(), v.name, '', 0, v.channel, 'active', 'personal', 'immediately', 2, false, false, now(), now()
from project p
cross join (values ('Reminders and notes', 'mail'), ('Reminders and notes by push', 'push')) as v(name, channel)
where p.status <> 'archived'
on conflict do nothing;

insert into alert_recipient (project_id, rule_id, user_id)
select r.project_id, r.id, m.user_id from alert_rule r
join member m on m.project_id = r.project_id and m.user_id is not null and m.role <> 'client'
where r.kind = 'personal'
on conflict do nothing;

-- Who is writing a reply to a lead, until when without another sign of them.
create table answering (
  project_id uuid not null,
  opportunity_id uuid not null,
  user_id uuid not null,
  until timestamptz not null,
  primary key (project_id, opportunity_id, user_id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade,
  foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade on update cascade
);
create index answering_user on answering (project_id, user_id);
create index answering_until on answering (until);
grant select, insert, update, delete on answering to earshot_web, earshot_worker;

-- Texts for replies, with variables in braces.
create table canned_reply (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  text text not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index canned_reply_name on canned_reply (project_id, lower(name));
create index canned_reply_user on canned_reply (created_by) where created_by is not null;
grant select, insert, update, delete on canned_reply to earshot_web, earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['note_mention', 'answering', 'canned_reply'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
