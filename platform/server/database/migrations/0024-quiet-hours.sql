-- Quiet hours and digest time per person, and emails that admins read in the app (docs/decisions/0109).

create table notification_setting (
  user_id uuid primary key references "user" on delete cascade,
  -- Days and times in the user's time zone; null: none.
  quiet_hours jsonb,
  -- When daily and weekly digests are due, in the user's time zone; null: as each rule says.
  time_of_day text,
  updated_at timestamptz not null
);
grant select, insert, update on notification_setting to earshot_web;
grant select on notification_setting to earshot_worker;

-- Whether the text stays after it was handed over: no mail server delivers it, so admins read it in the app.
alter table mail add column kept boolean not null default false;
create index mail_kept on mail (id) where kept;
create index mail_undelivered on mail (id desc) where kept or state <> 'sent';

-- The emails that no mail server has delivered, newest first, for internal admins only. The text is only of those that
-- are kept: the links of others are keys that their recipients are about to get.
create function undelivered_mail(whose uuid, admins text[], only_id uuid, most integer, skipped integer)
returns table (
  id uuid, recipient text, subject text, body_text text, body_html text, kept boolean, state text, fault text,
  next_try_at timestamptz, created_at timestamptz, user_id uuid, project_id uuid, total integer
)
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.id, m.recipient, m.subject, case when m.kept then m.body_text else '' end,
    case when m.kept then m.body_html else '' end, m.kept, m.state, m.fault, m.next_try_at, m.created_at, m.user_id,
    coalesce(m.delivery_project, m.names_project), (count(*) over ())::integer
  from mail m
  where (m.kept or m.state <> 'sent') and (only_id is null or m.id = only_id)
    and has_confirmed_address(array[whose], admins)
  order by m.id desc limit most offset skipped
$$;
revoke all on function undelivered_mail from public;
grant execute on function undelivered_mail to earshot_web;
