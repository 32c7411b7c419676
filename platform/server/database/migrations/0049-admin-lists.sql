-- Internal admins sort users and projects, and filter projects by plan (docs/decisions/0128).

drop function admin_users;
drop function admin_projects;

-- The accounts, for internal admins only. `key` is what a row is sorted by: with its id, the next page starts after it.
create function admin_users(whose uuid, admins text[], only_id uuid, search text, state text, sort text, falling boolean,
  after_key text, after_id uuid, most integer)
returns table (
  id uuid, username text, email text, provider text, confirmed boolean, blocked boolean, created_at timestamptz,
  last_seen_at timestamptz, projects integer, is_admin boolean, failed_mails integer, total integer, key text
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
  ), keyed as (
    select f.*, case sort when 'name' then lower(f.email)
      when 'seen' then coalesce(to_char((select max(s.last_used_at) from session s where s.user_id = f.id)
        at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US'), case when falling then '' else 'never' end)
      else '' end as key
    from found f
  ), page as (
    select * from keyed k
    where after_id is null or case when falling then (k.key, k.id) < (after_key, after_id)
      else (k.key, k.id) > (after_key, after_id) end
    order by case when falling then k.key end desc, case when falling then k.id end desc, k.key, k.id limit most
  )
  select p.id, p.username, p.email, p.provider, p.confirmed_at is not null, p.blocked_at is not null, p.created_at,
    (select max(s.last_used_at) from session s where s.user_id = p.id),
    (select count(*)::integer from member m where m.user_id = p.id),
    p.confirmed_at is not null and lower(p.email) = any (admins),
    (select count(*)::integer from mail m where m.user_id = p.id and m.state = 'failed'),
    (select count(*)::integer from (select from found limit 10001) counted), p.key
  from page p order by case when falling then p.key end desc, case when falling then p.id end desc, p.key, p.id
$$;
revoke all on function admin_users from public;
grant execute on function admin_users to earshot_web;

-- The projects, for internal admins only: names, counts, and errors, but nothing that was found.
create function admin_projects(whose uuid, admins text[], member_id uuid, search text, state text, only_ids uuid[],
  sort text, falling boolean, after_key text, after_id uuid, most integer)
returns table (
  id uuid, name text, website text, status text, realm text, created_at timestamptz, owner_id uuid, owner_email text,
  role text, members integer, last_seen_at timestamptz, keywords integer, competitors integer, credits_used integer,
  failed_mails integer, failing_feeds integer, disconnected integer, total integer, key text
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
      and (state = '' or p.status = state) and (only_ids is null or p.id = any (only_ids))
  ), keyed as (
    select f.*, case sort when 'name' then lower(f.name)
      when 'seen' then coalesce(to_char((select max(v.last_seen_at) from lead_visit v where v.project_id = f.id)
        at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US'), case when falling then '' else 'never' end)
      else '' end as key
    from found f
  ), page as (
    select * from keyed k
    where after_id is null or case when falling then (k.key, k.id) < (after_key, after_id)
      else (k.key, k.id) > (after_key, after_id) end
    order by case when falling then k.key end desc, case when falling then k.id end desc, k.key, k.id limit most
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
    (select count(*)::integer from (select from found limit 10001) counted), p.key
  from page p order by case when falling then p.key end desc, case when falling then p.id end desc, p.key, p.id
$$;
revoke all on function admin_projects from public;
grant execute on function admin_projects to earshot_web;

-- The newest projects that match a search, for internal admins only.
create function admin_project_ids(whose uuid, admins text[], search text, state text, most integer) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id from project p
  join lateral (select m.email from member m
    where m.project_id = p.id and m.role = 'owner' and m.status = 'active' order by m.id limit 1) o on true
  where has_confirmed_address(array[whose], admins)
    and (search = '' or position(lower(search) in lower(p.name)) > 0
      or position(lower(search) in lower(coalesce(p.website, ''))) > 0 or position(lower(search) in lower(o.email)) > 0)
    and (state = '' or p.status = state)
  order by p.id desc limit most
$$;
revoke all on function admin_project_ids from public;
grant execute on function admin_project_ids to earshot_web;
