-- Where a keyword counts, and by what else competitors are known (DECISIONS 15).

alter table keyword
  -- Who paused it; null while it is active.
  add column paused_by text check (paused_by in ('user', 'quota')),
  add column subreddits_in text[] not null default '{}',
  add column subreddits_out text[] not null default '{}',
  -- Two letters (ISO 639-1).
  add column language text,
  add column min_score integer;
update keyword set paused_by = 'user' where status = 'paused';
alter table keyword add check (paused_by is null or status = 'paused');

alter table competitor
  add column aliases text[] not null default '{}',
  add column domains text[] not null default '{}',
  add column subreddit text,
  add column exclude_words text[] not null default '{}';

-- Keywords as the API shows them: those that people wrote, and one for each name of a competitor, which follows from the
-- competitor and so is stored nowhere. Its id is made of the competitor's and the name, so it stays while both do.
create view keyword_row with (security_invoker = true) as
  select project_id, id, kind, query, status, paused_by, subreddits_in, subreddits_out, language, min_score,
    'keyword' as hit_kind, query as hit_phrase, created_at, updated_at
  from keyword where kind <> 'competitor'
  union all
  select c.project_id,
    overlay(overlay(md5(c.id || ' ' || lower(n.name)) placing '8' from 13) placing '8' from 17)::uuid,
    'competitor', n.name, c.status, case when c.status = 'paused' then 'user' end, '{}', '{}', null, null,
    'competitor', case when n.name = c.name then c.name end, c.created_at, c.updated_at
  from competitor c
  cross join lateral (
    select distinct on (lower(name)) name
    from unnest(array[c.name] || c.aliases || c.domains || case when c.subreddit is not null then array['r/' || c.subreddit] end)
      with ordinality as names(name, place)
    order by lower(name), place
  ) n;
grant select on keyword_row to earshot_web, earshot_worker;
