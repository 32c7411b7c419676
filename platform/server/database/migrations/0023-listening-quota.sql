-- Competitors that a plan no longer has room for wait as keywords do, and one that is retired is kept for what was said
-- about it without being listened for.

alter table competitor
  -- Who paused it; null unless it is paused.
  add column paused_by text check (paused_by in ('user', 'quota')),
  drop constraint competitor_status_check,
  add check (status in ('active', 'paused', 'retired'));
update competitor set paused_by = 'user' where status = 'paused';
alter table competitor add check (paused_by is null or status = 'paused');

-- The names of a retired competitor are paused keywords: nothing is listened for by them.
create or replace view keyword_row with (security_invoker = true) as
  select project_id, id, kind, query, status, paused_by, subreddits_in, subreddits_out, language, min_score,
    'keyword' as hit_kind, query as hit_phrase, created_at, updated_at
  from keyword where kind <> 'competitor'
  union all
  select c.project_id,
    overlay(overlay(md5(c.id || ' ' || lower(n.name)) placing '8' from 13) placing '8' from 17)::uuid,
    'competitor', n.name, case when c.status = 'active' then 'active' else 'paused' end,
    case when c.status = 'retired' then 'user' else c.paused_by end, '{}', '{}', null, null,
    'competitor', case when n.name = c.name then c.name end, c.created_at, c.updated_at
  from competitor c
  cross join lateral (
    select distinct on (lower(name)) name
    from unnest(array[c.name] || c.aliases || c.domains || case when c.subreddit is not null then array['r/' || c.subreddit] end)
      with ordinality as names(name, place)
    order by lower(name), place
  ) n;

-- Whether the confirmed address of any of these people is one of those given: the worker keeps projects to their plans
-- and may not read who people are.
create function has_confirmed_address(users uuid[], addresses text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from "user" where id = any (users) and confirmed_at is not null and lower(email) = any (addresses))
$$;
revoke all on function has_confirmed_address from public;
grant execute on function has_confirmed_address to earshot_web, earshot_worker;
