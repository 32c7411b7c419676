-- Alerts about due tasks (docs/decisions/0116), limits of mailboxes that several projects have (docs/decisions/0133),
-- leads of credits for prompt tests, and checks of replies that were recorded without any (docs/decisions/0114).

alter table task add column alerted_at timestamptz;
create index task_unalerted on task (due_at) where done_at is null and alerted_at is null;
-- Only what becomes due from now on is an alert.
update task set alerted_at = now() where done_at is null and due_at <= now();

-- A task that was moved, reopened, or given to somebody else is due anew, whoever writes it.
create function renew_task() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.alerted_at := null;
  return new;
end $$;
create trigger renew_task before update of due_at, done_at, assignee_id on task
  for each row when (old.due_at <> new.due_at or (old.done_at is not null and new.done_at is null)
    or old.assignee_id is distinct from new.assignee_id)
  execute function renew_task();

alter table alert
  add column task_id uuid,
  add foreign key (project_id, task_id) references task on delete cascade;
do $$
declare c text;
begin
  for c in
    select conname from pg_constraint where conrelid = 'alert'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%num_nonnulls%'
  loop
    execute format('alter table alert drop constraint %I', c);
  end loop;
end $$;
alter table alert
  add constraint alert_own check ((user_id is not null) = (num_nonnulls(reminder_id, note_id, task_id) = 1));
create index alert_task on alert (project_id, task_id) where task_id is not null;

-- The names of the rules as they were created. One that has the new name already stays.
update alert_rule r set name = v.now_called
from (values ('Reminders and notes', 'Reminders, tasks, and notes'),
  ('Reminders and notes by push', 'Reminders, tasks, and notes by push')) as v(name, now_called)
where r.kind = 'personal' and r.name = v.name and not exists (
  select from alert_rule o where o.project_id = r.project_id and lower(o.name) = lower(v.now_called));

-- What a mailbox sent, counted over all projects that send with the same account of the same server.
create index mailbox_identity on mailbox (address, smtp_host, smtp_user);

-- Returns how many first mails some mailboxes of the caller's projects sent since an instant, in any project, and when
-- they first sent one. Nothing else of other projects is returned.
create function mailbox_sendings(which uuid[], since timestamptz)
returns table (mailbox_id uuid, sent integer, first_sent_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select b.id, coalesce(sum(m.sent), 0)::integer, min(s.first_sent_at)
  from mailbox b
  join mailbox s on (s.address, s.smtp_host, s.smtp_user) = (b.address, b.smtp_host, b.smtp_user)
  left join lateral (
    select count(*) as sent from message m
    where m.project_id = s.project_id and m.mailbox_id = s.id and m.channel = 'mail' and m.is_first
      and m.state in ('armed', 'sent', 'confirmed') and m.armed_at > since
  ) m on true
  where b.id = any (which) and b.project_id = any (current_projects())
  group by b.id
$$;
revoke all on function mailbox_sendings from public;
grant execute on function mailbox_sendings to earshot_web, earshot_worker;

alter table credit_entry
  add column opportunity_id uuid,
  add foreign key (project_id, opportunity_id) references opportunity on delete set null (opportunity_id);
create index credit_entry_lead on credit_entry (project_id, opportunity_id) where opportunity_id is not null;

-- One check of each reply that was recorded without any.
insert into reply_check (project_id, opportunity_id, step, realm, community, comment_id, due_at, next_at, created_at)
select d.project_id, d.opportunity_id, 'day', o.realm,
  case when lower(p.subreddit) not like 'u\_%' then lower(p.subreddit) end, lower(link.parts[1]), now(), now(), now()
from decision d
join opportunity o on o.project_id = d.project_id and o.id = d.opportunity_id
join post p on p.id = o.post_id
cross join lateral regexp_match(d.permalink, '/comments/[a-z0-9]+/[^/]*/([a-z0-9]+)', 'i') as link(parts)
where d.kind = 'reply' and link.parts is not null
on conflict do nothing;
