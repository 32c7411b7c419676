-- Boards with a working copy, annotations, links for clients, and reports by mail (docs/decisions/0121).

-- The boards of a project. Without a row, and while `published` is null, everybody sees the ready-made ones.
create table insight_board (
  project_id uuid primary key references project on delete cascade,
  -- Counts every write, so that whoever writes on top of another's change learns of it.
  version integer not null,
  published jsonb,
  published_at timestamptz,
  published_by uuid references "user" on delete set null,
  -- Null while nobody changes anything.
  working jsonb,
  working_at timestamptz,
  working_by uuid references "user" on delete set null
);
create index insight_board_published_by on insight_board (published_by) where published_by is not null;
create index insight_board_working_by on insight_board (working_by) where working_by is not null;
grant select, insert, update, delete on insight_board to earshot_web, earshot_worker;

create table insight_annotation (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- As text, since the API compares days as text.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  text text not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index insight_annotation_day on insight_annotation (project_id, day);
create index insight_annotation_user on insight_annotation (created_by) where created_by is not null;
grant select, insert, update, delete on insight_annotation to earshot_web, earshot_worker;

-- A link outlives its creator's membership: it is the project's, whose team can revoke it.
create table insight_share (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  digest text not null unique,
  board uuid,
  report_id uuid,
  days integer not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, report_id) references report on delete cascade,
  check (num_nonnulls(board, report_id) = 1)
);
create index insight_share_report on insight_share (project_id, report_id) where report_id is not null;
create index insight_share_user on insight_share (created_by) where created_by is not null;
grant select, insert, update, delete on insight_share to earshot_web, earshot_worker;

-- The link of a key that works now.
create function share_of_key(wanted text, at timestamptz)
returns table (
  id uuid, project_id uuid, name text, board uuid, report_id uuid, days integer, expires_at timestamptz,
  opened_at timestamptz, project_name text, time_zone text
)
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.project_id, s.name, s.board, s.report_id, s.days, s.expires_at, s.opened_at, p.name, p.time_zone
  from public.insight_share s
  join public.project p on p.id = s.project_id and p.status in ('done', 'paid', 'processing')
  where s.digest = wanted and s.expires_at > at
$$;
revoke all on function share_of_key from public;
grant execute on function share_of_key to earshot_web;

-- The day, in the project's time zone, on whose morning a report is sent next.
alter table report add column next_on date, add column last_sent_at timestamptz;
update report set next_on = case schedule
  when 'daily' then current_date + 1
  when 'weekly' then (date_trunc('week', current_date) + interval '7 days')::date
  when 'monthly' then (date_trunc('month', current_date) + interval '1 month')::date
end where schedule is not null;
create index report_due on report (next_on) where next_on is not null;

-- Whom a key in a mail removes from which report.
create table report_unsubscribe (
  token_digest text primary key,
  project_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  foreign key (project_id, report_id) references report on delete cascade,
  foreign key (project_id, user_id) references member (project_id, user_id) on delete cascade on update cascade
);
create index report_unsubscribe_report on report_unsubscribe (project_id, report_id);
create index report_unsubscribe_user on report_unsubscribe (project_id, user_id);
grant select, insert, delete on report_unsubscribe to earshot_web, earshot_worker;

-- Removes a recipient by the key in a mail, without a session. Returns whether the key is known.
create function unsubscribe_from_report(digest text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare link report_unsubscribe;
begin
  select * into link from report_unsubscribe where token_digest = digest;
  if not found then return false; end if;
  delete from report_recipient
  where project_id = link.project_id and report_id = link.report_id and user_id = link.user_id;
  return true;
end $$;
revoke all on function unsubscribe_from_report from public;
grant execute on function unsubscribe_from_report to earshot_web;

-- Who receives a report, and whether mails reach them. The web role can't read other users otherwise.
create function receivers_of_report(project uuid, report uuid)
returns table (user_id uuid, email text, role text, confirmed boolean, suppressed boolean)
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.user_id, m.email, m.role, public.has_confirmed_address(array[m.user_id], array[lower(m.email)]),
    exists (select from public.mail_suppression s where s.user_id = m.user_id)
  from public.report_recipient r
  join public.member m on m.project_id = r.project_id and m.user_id = r.user_id
  where r.project_id = $1 and r.report_id = $2
    and (current_setting('role') = 'earshot_worker' or r.project_id = any (public.current_projects()))
  order by m.email
$$;
revoke all on function receivers_of_report from public;
grant execute on function receivers_of_report to earshot_web, earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['insight_board', 'insight_annotation', 'insight_share', 'report_unsubscribe'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
