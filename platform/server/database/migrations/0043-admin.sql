-- What internal admins do: act as users, grant access, set flags, export accounts (docs/decisions/0128).

-- An admin's session that acts as a user, for an hour at most. The session stays the admin's.
create table acting (
  id uuid primary key,
  session_id uuid references session on delete set null,
  admin_id uuid not null references "user" on delete cascade,
  admin_email text not null,
  user_id uuid not null references "user" on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- Null until the end is in the audit logs, which for one that ran out comes later.
  ended_at timestamptz
);
create unique index acting_session on acting (session_id) where ended_at is null;
create index acting_open on acting (ends_at) where ended_at is null;
create index acting_admin on acting (admin_id);
create index acting_user on acting (user_id);
grant select on acting to earshot_web;
grant select, update on acting to earshot_worker;

-- Returns false unless an admin asks in their own session that doesn't act yet, and for admins and blocked accounts.
create function begin_acting(new_id uuid, own_session uuid, whose uuid, admins text[], target uuid, at timestamptz, until timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into acting (id, session_id, admin_id, admin_email, user_id, started_at, ends_at)
  select new_id, s.id, whose, a.email, u.id, at, until
  from session s join "user" a on a.id = s.user_id join "user" u on u.id = target and u.blocked_at is null
  where s.id = own_session and s.user_id = whose and s.revoked_at is null and target <> whose
    and has_confirmed_address(array[whose], admins) and not lower(u.email) = any (admins)
  on conflict (session_id) where ended_at is null do nothing;
  return found;
end $$;
revoke all on function begin_acting from public;
grant execute on function begin_acting to earshot_web;

-- Ends a session's acting, also one that has run out. Returns false if another request has ended it.
create function end_acting(own_session uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update acting a set ended_at = least(at, a.ends_at) where a.session_id = own_session and a.ended_at is null;
  return found;
end $$;
revoke all on function end_acting from public;
grant execute on function end_acting to earshot_web;

-- A session that acts as a user also reads that user's streams.
create or replace function still_allowed(sessions uuid[], users uuid[], projects uuid[], at timestamptz) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select v.place from unnest(sessions, users, projects) with ordinality as v (session_id, user_id, project_id, place)
  join session s on s.id = v.session_id and s.revoked_at is null and s.expires_at > at
  join "user" u on u.id = v.user_id and u.blocked_at is null
  join member m on m.project_id = v.project_id and m.user_id = v.user_id
  left join acting a on a.session_id = s.id and a.ended_at is null and a.ends_at > at
  where v.user_id = coalesce(a.user_id, s.user_id)
$$;

-- Access that an admin gave to a project, like a pass.
create table access_grant (
  project_id uuid primary key references project on delete cascade,
  granted_from timestamptz not null,
  granted_until timestamptz not null,
  reason text not null,
  granted_by uuid references "user" on delete set null,
  updated_at timestamptz not null
);
create index access_grant_by on access_grant (granted_by);
grant select on access_grant to earshot_web, earshot_worker;
alter table access_grant enable row level security;
create policy web on access_grant to earshot_web using (project_id = any (current_projects()));
create policy worker on access_grant to earshot_worker using (true);

create function access_grants_of(projects uuid[])
returns table (project_id uuid, granted_from timestamptz, granted_until timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select g.project_id, g.granted_from, g.granted_until from access_grant g where g.project_id = any (projects)
$$;
revoke all on function access_grants_of from public;
grant execute on function access_grants_of to earshot_web, earshot_worker;

-- Grants access until a time, or withdraws it. The release job then checks the project, as after a payment.
create function write_access_grant(whose uuid, admins text[], target uuid, since timestamptz, until timestamptz, why text, at timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not has_confirmed_address(array[whose], admins) then return false; end if;
  if until is null then
    delete from access_grant g where g.project_id = target;
    if not found then return false; end if;
  else
    insert into access_grant (project_id, granted_from, granted_until, reason, granted_by, updated_at)
    select p.id, since, until, why, whose, at from project p where p.id = target
    on conflict (project_id) do update set granted_from = excluded.granted_from, granted_until = excluded.granted_until,
      reason = excluded.reason, granted_by = excluded.granted_by, updated_at = excluded.updated_at;
    if not found then return false; end if;
  end if;
  update project p set release_look_at = '-infinity' where p.id = target;
  return true;
end $$;
revoke all on function write_access_grant from public;
grant execute on function write_access_grant to earshot_web;

-- Feature flags of single users (DECISIONS 30).
create table user_flag (
  user_id uuid not null references "user" on delete cascade,
  name text not null,
  value boolean not null,
  set_by uuid references "user" on delete set null,
  updated_at timestamptz not null,
  primary key (user_id, name)
);
create index user_flag_set_by on user_flag (set_by);
grant select, insert, update, delete on user_flag to earshot_web;

-- What admins did to accounts, which may have no project whose audit log could say so.
create table admin_action (
  id uuid primary key,
  admin_id uuid references "user" on delete set null,
  user_id uuid references "user" on delete set null,
  action text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index admin_action_user on admin_action (user_id, id desc);
create index admin_action_admin on admin_action (admin_id);
grant select, insert on admin_action to earshot_web;
grant insert on admin_action to earshot_worker;

-- The admin who asked for the export of somebody's account, and may download it.
alter table export add column requested_by uuid references "user" on delete set null;
create index export_requested_by on export (requested_by);

-- Entries that name an admin lose the name with the admin's account.
create index audit_entry_admin on audit_entry ((details -> 'admin' ->> 'id')) where details ? 'admin';

-- The accounts, newest first, for internal admins only.
create function admin_users(whose uuid, admins text[], only_id uuid, search text, state text, before_id uuid, most integer)
returns table (
  id uuid, username text, email text, provider text, confirmed boolean, blocked boolean, created_at timestamptz,
  last_seen_at timestamptz, projects integer, is_admin boolean, failed_mails integer, total integer
)
language sql stable security definer set search_path = pg_catalog, public as $$
  with found as (
    select u.* from "user" u
    where has_confirmed_address(array[whose], admins) and u.email not like 'erased:%'
      and (only_id is null or u.id = only_id)
      and (search = '' or position(lower(search) in lower(u.email)) > 0 or position(lower(search) in lower(u.username)) > 0)
      and case state when 'confirmed' then u.confirmed_at is not null when 'unconfirmed' then u.confirmed_at is null
        when 'blocked' then u.blocked_at is not null
        when 'errors' then exists (select from mail m where m.user_id = u.id and m.state = 'failed') else true end
  ), page as (
    select * from found f where before_id is null or f.id < before_id order by f.id desc limit most
  )
  select p.id, p.username, p.email, p.provider, p.confirmed_at is not null, p.blocked_at is not null, p.created_at,
    (select max(s.last_used_at) from session s where s.user_id = p.id),
    (select count(*)::integer from member m where m.user_id = p.id),
    p.confirmed_at is not null and lower(p.email) = any (admins),
    (select count(*)::integer from mail m where m.user_id = p.id and m.state = 'failed'),
    (select count(*)::integer from (select from found limit 10001) counted)
  from page p order by p.id desc
$$;
revoke all on function admin_users from public;
grant execute on function admin_users to earshot_web;

-- The projects, newest first, for internal admins only: names, counts, and errors, but nothing that was found.
create function admin_projects(whose uuid, admins text[], member_id uuid, search text, state text, before_id uuid, most integer)
returns table (
  id uuid, name text, website text, status text, realm text, created_at timestamptz, owner_id uuid, owner_email text,
  role text, members integer, last_seen_at timestamptz, keywords integer, competitors integer, credits_used integer,
  failed_mails integer, failing_feeds integer, disconnected integer, total integer
)
language sql stable security definer set search_path = pg_catalog, public as $$
  with found as (
    select p.id, p.name, p.website, p.status, p.realm, p.created_at, o.user_id as owner_id, o.email as owner_email,
      r.role
    from project p
    left join lateral (select m.user_id, m.email from member m
      where m.project_id = p.id and m.role = 'owner' and m.status = 'active' order by m.id limit 1) o on true
    left join member r on r.project_id = p.id and r.user_id = member_id
    where has_confirmed_address(array[whose], admins)
      -- Without members, a project waits for its erasure.
      and o.user_id is not null and (member_id is null or r.id is not null)
      and (search = '' or position(lower(search) in lower(p.name)) > 0
        or position(lower(search) in lower(coalesce(p.website, ''))) > 0 or position(lower(search) in lower(o.email)) > 0)
      and (state = '' or p.status = state)
  ), page as (
    select * from found f where before_id is null or f.id < before_id order by f.id desc limit most
  )
  select p.id, p.name, p.website, p.status, p.realm, p.created_at, p.owner_id, p.owner_email, p.role,
    (select count(*)::integer from member m where m.project_id = p.id and m.status = 'active'),
    (select max(v.last_seen_at) from lead_visit v where v.project_id = p.id),
    (select count(*)::integer from keyword k where k.project_id = p.id and k.status = 'active' and k.kind <> 'competitor'),
    (select count(*)::integer from competitor c where c.project_id = p.id and c.status = 'active'),
    (select c.granted - c.remaining from credit_period c where c.project_id = p.id order by c.starts_at desc limit 1),
    (select count(*)::integer from mail m where coalesce(m.delivery_project, m.names_project) = p.id and m.state = 'failed'),
    (select count(*)::integer from feed_use u join feed f on f.id = u.feed_id
      where u.project_id = p.id and f.error is not null and (f.source = 'sandbox') = (p.realm = 'sandbox')),
    (select count(*)::integer from reddit_account a where a.project_id = p.id and a.state = 'signIn')
      + (select count(*)::integer from mailbox b where b.project_id = p.id and b.state = 'failing'),
    (select count(*)::integer from (select from found limit 10001) counted)
  from page p order by p.id desc
$$;
revoke all on function admin_projects from public;
grant execute on function admin_projects to earshot_web;

-- How far the accounts of a span of time have come, for internal admins only. Each step includes the ones before.
create function signup_funnel(whose uuid, admins text[], from_at timestamptz, to_at timestamptz)
returns table (signups integer, projects integer, leads integer, replies integer)
language sql stable security definer set search_path = pg_catalog, public as $$
  with owned as (
    select u.id as user_id, p.id as project_id, p.realm from "user" u
    left join member m on m.user_id = u.id and m.role = 'owner'
    left join project p on p.id = m.project_id and p.status <> 'draft'
    where has_confirmed_address(array[whose], admins) and u.created_at >= from_at and u.created_at < to_at
      and u.email not like 'erased:%'
  ), reached as (
    select o.user_id, bool_or(o.project_id is not null) as has_project,
      bool_or(exists (select from opportunity l
        where l.project_id = o.project_id and l.realm = o.realm and l.released_at is not null)) as has_lead,
      bool_or(exists (select from decision d where d.project_id = o.project_id and d.kind = 'reply')) as has_reply
    from owned o group by o.user_id
  )
  select count(*)::integer, (count(*) filter (where has_project))::integer,
    (count(*) filter (where has_lead))::integer, (count(*) filter (where has_lead and has_reply))::integer
  from reached
$$;
revoke all on function signup_funnel from public;
grant execute on function signup_funnel to earshot_web;
