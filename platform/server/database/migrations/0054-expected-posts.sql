-- A search is planned by how many posts have its words (docs/decisions/0090).

-- Returns about which part of all posts has these terms, from 0 to 1, by the statistics of the index. It runs as the owner
-- of the tables, since the conditions of a policy would change the planner's estimate.
create function share_with(terms tsquery) returns float8 language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare
  posts float8 := (select greatest(c.reltuples, 1) from pg_class c where c.oid = 'post'::regclass);
  plan json;
begin
  execute format(
    'explain (format json) select from post p where post_terms(p.title, p.body, p.subreddit, p.author) @@ %L::tsquery',
    terms) into plan;
  return least((plan->0->'Plan'->>'Plan Rows')::float8 / posts, 1);
end $$;
revoke all on function share_with from public;
grant execute on function share_with to earshot_web;

drop function find_posts;
drop function posts_with;

-- Returns where the posts with these terms are that a project may see, in any order and of any date.
create function posts_with(seen_realm text, project uuid, terms tsquery, most integer)
returns table (place tid, id uuid, newest timestamptz) language plpgsql stable
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query
  select p.ctid, p.id, coalesce(p.posted_at, '-infinity') from post p
  where post_terms(p.title, p.body, p.subreddit, p.author) @@ terms
    and p.realm = seen_realm and (p.project_id is null or p.project_id = project)
  limit most;
end $$;
revoke all on function posts_with from public;

-- Returns the newest posts with these terms that a project may see, after a position, newest first. `share` is about which
-- part of all posts has the terms. It looks through as many hundredths of all posts by time as it seems to need, so that
-- a common word doesn't read all its posts. Once at most `few_most` posts seem to have the terms, it sorts them instead:
-- at first only if `is_few` or the share says so.
create function find_posts(project uuid, terms tsquery, before timestamptz, before_id uuid, since timestamptz, most integer,
  share float8, is_few boolean, few_most integer)
returns setof post language plpgsql stable security definer
set search_path = pg_catalog, public as $$
declare
  seen_realm text := realm_of(project);
  expected float8 := share * (select greatest(c.reltuples, 1) from pg_class c where c.oid = 'post'::regclass);
  is_sorted boolean := false;
  few tid[];
  -- Hundredths of the posts by time, oldest first, when the table was last analyzed.
  bounds timestamptz[];
  -- The newest of these bounds before the position.
  bound integer := 0;
  -- A word that the statistics don't know may be much rarer than they say, so the first look is short.
  hundredths integer := least(3, ceil(120 * most / greatest(expected, 1)));
  lower_at timestamptz;
  found integer := 0;
  step integer;
begin
  bounds := (select s.histogram_bounds::text::timestamptz[] from pg_stats s
    where s.schemaname = 'public' and s.tablename = 'post' and s.attname = 'posted_at');
  if bounds is not null then bound := width_bucket(before, bounds); end if;
  is_few := is_few or expected <= few_most;
  loop
    if is_few and not is_sorted then
      is_sorted := true;
      select count(*), array_agg(f.place order by f.newest desc, f.id desc)
        filter (where (f.newest, f.id) < (before, before_id) and f.newest >= since)
      into step, few from posts_with(seen_realm, project, terms, few_most + 1) f;
      if step <= few_most then
        return query
        select p.* from unnest(few[1:most - found]) with ordinality f(place, number) join post p on p.ctid = f.place
        order by f.number;
        return;
      end if;
    end if;
    bound := bound - hundredths;
    lower_at := greatest(since, coalesce(bounds[bound], '-infinity'));
    return query select * from posts_between(seen_realm, project, terms, before, before_id, lower_at, most - found);
    get diagnostics step = row_count;
    found := found + step;
    exit when found >= most or lower_at = since;
    -- The next range ends where this one began, without that instant.
    before := lower_at;
    before_id := '00000000-0000-0000-0000-000000000000';
    is_few := 100 * step <= few_most * hundredths;
    hundredths := least(hundredths * 8, 1 + hundredths * (most - found) / greatest(step, 1));
  end loop;
end $$;
revoke all on function find_posts from public;
grant execute on function find_posts to earshot_web;
