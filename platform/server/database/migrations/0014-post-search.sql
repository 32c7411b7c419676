-- The search of stored posts (docs/decisions/0090).

-- Returns the runs of letters and digits (ASCII, in lower case) of a text, as the engine reads it: engine/text/fold.ts
-- and engine/text/markup.ts. word-runs.db.test.ts compares both.
create function word_runs(content text) returns text[]
language plpgsql immutable parallel safe set search_path = pg_catalog as $$
declare
  words text[] := string_to_array(btrim(regexp_replace(lower(content collate "C"), '[^a-z0-9]+', ' ', 'g')), ' ');
  -- Emphasis within a word is invisible.
  plain text := case when content ~ '\*\*|~~'
    then regexp_replace(content, '(?<=[A-Za-z0-9])\\?(\*{2,3}|~~)(?=[A-Za-z0-9])', '', 'g') else content end;
begin
  -- Characters that become letters or digits, that are never seen, or that change the letter before them.
  if plain collate "C" ~ '[^\u0001-\u007f\u00a0-\u00a9\u00ab-\u00ac\u00ae-\u00b1\u00b4-\u00b8\u00bb-\u00bb\u00bf-\u00de\u00e0-\u012f\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0370-\u0482\u048a-\u052f\u2000-\u200a\u2010-\u2029\u202f-\u205f\u20a0-\u20a7\u20a9-\u20cf\u2122-\u2122\u2190-\u23ff\u2500-\u27bf\u3000-\u3029\u3030-\u3098\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\U0001f300-\U0001faff]' then
    plain := regexp_replace(translate(plain, '™℠', '  '), '[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
    plain := replace(replace(normalize(plain, nfkc), 'ß', 'ss'), 'ẞ', 'ss');
    plain := translate(plain, 'İı', 'ii');
  end if;
  if plain <> content then
    words := words || string_to_array(btrim(regexp_replace(lower(plain collate "C"), '[^a-z0-9]+', ' ', 'g')), ' ');
  end if;
  -- A lexeme has up to 2046 bytes.
  return case when octet_length(content) < 2000 then words else array(select left(w, 100) from unnest(words) w) end;
end $$;

-- Returns what a post can be found by: its words, those of its title (t/), its community (r/), and its author (u/).
create function post_terms(title text, body text, subreddit text, author text) returns tsvector
language plpgsql immutable parallel safe cost 10000 set search_path = pg_catalog, public as $$
begin
  return array_to_tsvector(word_runs(title || ' ' || body)
    || array(select 't/' || run from unnest(word_runs(title)) run)
    || array['r/' || lower(subreddit collate "C"), 'u/' || lower(coalesce(author, '') collate "C")]);
end $$;

-- A search reads the whole pending list, so it is kept short.
create index post_search on post using gin (post_terms(title, body, subreddit, author))
  with (gin_pending_list_limit = 1024);
-- The order of a search.
create index post_newest on post (realm, coalesce(posted_at, '-infinity'::timestamptz) desc, id desc);

-- The functions below run as the owner of the tables: the policies don't allow an index for comparisons that aren't
-- leakproof. They check themselves what the caller may see.

-- Returns the realm that a project of the caller sees; null for other projects.
create function realm_of(project uuid) returns text language sql stable set search_path = pg_catalog, public as $$
  select p.realm from project p where p.id = project and p.id = any (current_projects())
$$;
revoke all on function realm_of from public;

-- Returns the newest posts that a project may see, after a position, newest first.
create function newest_posts(project uuid, before timestamptz, before_id uuid, since timestamptz, most integer)
returns setof post language plpgsql stable security definer
set search_path = pg_catalog, public as $$
declare
  seen_realm text := realm_of(project);
begin
  return query
  select p.* from post p
  where p.realm = seen_realm and (p.project_id is null or p.project_id = project)
    and (coalesce(p.posted_at, '-infinity'), p.id) < (before, before_id)
    and coalesce(p.posted_at, '-infinity') >= since
  order by coalesce(p.posted_at, '-infinity') desc, p.id desc
  limit most;
end $$;
revoke all on function newest_posts from public;
grant execute on function newest_posts to earshot_web;

-- Returns the newest posts with these terms in a range of the order, by both indexes. Any other plan could read a text
-- for each of a million rows: the planner can't know how many posts have two words.
create function posts_between(seen_realm text, project uuid, terms tsquery, before timestamptz, before_id uuid,
  since timestamptz, most integer)
returns setof post language plpgsql stable
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query
  select p.* from post p
  where post_terms(p.title, p.body, p.subreddit, p.author) @@ terms
    and p.realm = seen_realm and (p.project_id is null or p.project_id = project)
    and coalesce(p.posted_at, '-infinity') between since and before
    and (coalesce(p.posted_at, '-infinity'), p.id) < (before, before_id)
  order by coalesce(p.posted_at, '-infinity') desc, p.id desc
  limit most;
end $$;
revoke all on function posts_between from public;

-- Returns the posts with these terms that a project may see, in any order and of any date.
create function posts_with(seen_realm text, project uuid, terms tsquery, most integer)
returns table (id uuid, newest timestamptz) language plpgsql stable
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query
  select p.id, coalesce(p.posted_at, '-infinity') from post p
  where post_terms(p.title, p.body, p.subreddit, p.author) @@ terms
    and p.realm = seen_realm and (p.project_id is null or p.project_id = project)
  limit most;
end $$;
revoke all on function posts_with from public;

-- Returns the newest posts with these terms that a project may see, after a position, newest first. If at most `few_most`
-- posts have the terms, it sorts these. Otherwise it looks through the next hundredth of all posts, and then through as
-- many as it still seems to need, up to eight times more each time, so that a common word doesn't read all its posts.
create function find_posts(project uuid, terms tsquery, before timestamptz, before_id uuid, since timestamptz, most integer,
  few_most integer)
returns setof post language plpgsql stable security definer
set search_path = pg_catalog, public as $$
declare
  seen_realm text := realm_of(project);
  few uuid[];
  -- Hundredths of the posts by time, oldest first, when the table was last analyzed.
  bounds timestamptz[];
  -- The newest of these bounds before the position.
  bound integer := 0;
  hundredths integer := 1;
  lower_at timestamptz;
  found integer := 0;
  step integer;
begin
  if few_most > 0 then
    select count(*), array_agg(f.id order by f.newest desc, f.id desc)
      filter (where (f.newest, f.id) < (before, before_id) and f.newest >= since)
    into step, few from posts_with(seen_realm, project, terms, few_most + 1) f;
    if step <= few_most then
      return query
      select p.* from unnest(few[1:most]) with ordinality f(id, place) join post p on p.id = f.id order by f.place;
      return;
    end if;
  end if;

  bounds := (select s.histogram_bounds::text::timestamptz[] from pg_stats s
    where s.schemaname = 'public' and s.tablename = 'post' and s.attname = 'posted_at');
  if bounds is not null then bound := width_bucket(before, bounds); end if;
  loop
    bound := bound - hundredths;
    lower_at := greatest(since, coalesce(bounds[bound], '-infinity'));
    return query select * from posts_between(seen_realm, project, terms, before, before_id, lower_at, most - found);
    get diagnostics step = row_count;
    found := found + step;
    exit when found >= most or lower_at = since;
    -- The next range ends where this one began, without that instant.
    before := lower_at;
    before_id := '00000000-0000-0000-0000-000000000000';
    hundredths := least(hundredths * 8, 1 + hundredths * (most - found) / greatest(step, 1));
  end loop;
end $$;
revoke all on function find_posts from public;
grant execute on function find_posts to earshot_web;
