-- The planner knows the words of more posts, and more bounds in time, so that a search is planned by better estimates
-- (docs/decisions/0090). Counting them takes some seconds with a million posts.
alter index post_search alter column 1 set statistics 400;
alter table post alter column posted_at set statistics 400;
analyze post;

-- Returns the newest posts with these terms that a project may see, after a position, newest first. `share` is about
-- which part of all posts has the terms. It looks through as much time as it seems to need, so that a common word
-- doesn't read all its posts. Once at most `few_most` posts seem to have the terms, it sorts them instead: at first
-- only if `is_few` or the share says so.
create or replace function find_posts(project uuid, terms tsquery, before timestamptz, before_id uuid,
  since timestamptz, most integer, share float8, is_few boolean, few_most integer)
returns setof post language plpgsql stable security definer
set search_path = pg_catalog, public as $$
declare
  seen_realm text := realm_of(project);
  expected float8 := share * (select greatest(c.reltuples, 1) from pg_class c where c.oid = 'post'::regclass);
  is_sorted boolean := false;
  few tid[];
  -- The bounds of ranges with the same number of posts each, oldest first, when the table was last analyzed.
  bounds timestamptz[];
  ranges integer;
  -- The newest of these bounds before the position.
  bound integer := 0;
  -- How many ranges to look through next.
  size integer;
  lower_at timestamptz;
  found integer := 0;
  step integer;
begin
  bounds := (select s.histogram_bounds::text::timestamptz[] from pg_stats s
    where s.schemaname = 'public' and s.tablename = 'post' and s.attname = 'posted_at');
  if bounds is not null then bound := width_bucket(before, bounds); end if;
  ranges := greatest(array_length(bounds, 1) - 1, 1);
  -- A word that the statistics don't know may be rarer than they say, so the first look is short.
  size := least(1 + ranges / 40, ceil(1.2 * most * ranges / greatest(expected, 1)));
  -- That of a word that they don't know is half as much as that of the rarest they know.
  is_few := is_few or expected <= 1.5 * few_most;
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
    bound := bound - size;
    lower_at := greatest(since, coalesce(bounds[bound], '-infinity'));
    return query select * from posts_between(seen_realm, project, terms, before, before_id, lower_at, most - found);
    get diagnostics step = row_count;
    found := found + step;
    exit when found >= most or lower_at = since;
    -- The next range ends where this one began, without that instant.
    before := lower_at;
    before_id := '00000000-0000-0000-0000-000000000000';
    is_few := ranges * step <= few_most * size;
    size := least(size * 8, 1 + size * (most - found) / greatest(step, 1));
  end loop;
end $$;
