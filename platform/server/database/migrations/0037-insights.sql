-- Leads and mentions by day, and the days to count again (docs/decisions/0120).

create table insight_day (
  project_id uuid not null references project on delete cascade,
  realm text not null check (realm in ('sandbox', 'real')),
  metric text not null check (metric in ('leads', 'mentions')),
  -- Whether all communities are counted together. Then `community` is empty.
  scope text not null check (scope in ('all', 'community')),
  dimension text not null,
  -- In the project's time zone.
  day date not null,
  -- In lower case and without `r/`.
  community text not null,
  -- Of the dimension `total`: how posts spell the community.
  value text not null,
  count integer not null check (count > 0),
  primary key (project_id, realm, metric, scope, dimension, day, community, value) include (count),
  check ((scope = 'all') = (community = ''))
);
grant select on insight_day to earshot_web;
grant select, insert, update, delete on insight_day to earshot_worker;

-- What changed: the day or days with a moment. Changes only add rows, so that they don't wait for each other.
create table insight_change (
  project_id uuid not null references project on delete cascade,
  id bigint generated always as identity,
  metric text not null check (metric in ('leads', 'mentions')),
  -- The hour in UTC; null: all days.
  hour timestamptz,
  noted_at timestamptz not null default now(),
  primary key (project_id, id)
);
grant select on insight_change to earshot_web;
grant select, insert, delete on insight_change to earshot_worker;
grant usage on sequence insight_change_id_seq to earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['insight_day', 'insight_change'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;

-- Leads that are listed count, and what they are counted by is compared.
create function note_lead_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into insight_change (project_id, metric, hour)
    select distinct project_id, 'leads', date_trunc('hour', posted_at, 'UTC') from added
    where released_at is not null and sibling_of is null and posted_at is not null;
  elsif tg_op = 'DELETE' then
    insert into insight_change (project_id, metric, hour)
    select distinct r.project_id, 'leads', date_trunc('hour', r.posted_at, 'UTC')
    from removed r join project p on p.id = r.project_id
    where r.released_at is not null and r.sibling_of is null and r.posted_at is not null;
  else
    insert into insight_change (project_id, metric, hour)
    select distinct project_id, 'leads', hour from (
      select project_id, date_trunc('hour', posted_at, 'UTC') as hour from (
        select project_id, id, posted_at, realm, state, label, 1 as n from added
        where released_at is not null and sibling_of is null and posted_at is not null
        union all
        select project_id, id, posted_at, realm, state, label, -1 from removed
        where released_at is not null and sibling_of is null and posted_at is not null
      ) counted
      group by project_id, id, posted_at, realm, state, label having sum(n) <> 0
    ) changed;
  end if;
  return null;
end $$;
revoke all on function note_lead_changes from public;
create trigger insight_added after insert on opportunity referencing new table as added
  for each statement execute function note_lead_changes();
create trigger insight_removed after delete on opportunity referencing old table as removed
  for each statement execute function note_lead_changes();
create trigger insight_changed after update on opportunity referencing old table as removed new table as added
  for each statement execute function note_lead_changes();

create function note_mention_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into insight_change (project_id, metric, hour)
    select distinct project_id, 'mentions', date_trunc('hour', posted_at, 'UTC') from added
    where released_at is not null and posted_at is not null;
  elsif tg_op = 'DELETE' then
    insert into insight_change (project_id, metric, hour)
    select distinct r.project_id, 'mentions', date_trunc('hour', r.posted_at, 'UTC')
    from removed r join project p on p.id = r.project_id
    where r.released_at is not null and r.posted_at is not null;
  else
    -- Without its author, a mention isn't muted anymore.
    insert into insight_change (project_id, metric, hour)
    select distinct project_id, 'mentions', hour from (
      select project_id, date_trunc('hour', posted_at, 'UTC') as hour from (
        select project_id, id, posted_at, realm, kind, sentiment, named, subreddit, author, 1 as n from added
        where released_at is not null and posted_at is not null
        union all
        select project_id, id, posted_at, realm, kind, sentiment, named, subreddit, author, -1 from removed
        where released_at is not null and posted_at is not null
      ) counted
      group by project_id, id, posted_at, realm, kind, sentiment, named, subreddit, author having sum(n) <> 0
    ) changed;
  end if;
  return null;
end $$;
revoke all on function note_mention_changes from public;
create trigger insight_added after insert on mention referencing new table as added
  for each statement execute function note_mention_changes();
create trigger insight_removed after delete on mention referencing old table as removed
  for each statement execute function note_mention_changes();
create trigger insight_changed after update on mention referencing old table as removed new table as added
  for each statement execute function note_mention_changes();

-- The keywords and competitors of leads are those of their candidates. A candidate of a new lead is written before it.
create function note_hit_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    insert into insight_change (project_id, metric, hour)
    select distinct o.project_id, 'leads', date_trunc('hour', o.posted_at, 'UTC')
    from added a join removed r on r.project_id = a.project_id and r.post_id = a.post_id and r.hits <> a.hits
    join opportunity o on o.project_id = a.project_id and o.post_id = a.post_id
    where o.released_at is not null and o.sibling_of is null and o.posted_at is not null;
  else
    insert into insight_change (project_id, metric, hour)
    select distinct o.project_id, 'leads', date_trunc('hour', o.posted_at, 'UTC')
    from written c join opportunity o on o.project_id = c.project_id and o.post_id = c.post_id
    join project p on p.id = c.project_id
    where c.hits <> '[]' and o.released_at is not null and o.sibling_of is null and o.posted_at is not null;
  end if;
  return null;
end $$;
revoke all on function note_hit_changes from public;
create trigger insight_added after insert on candidate referencing new table as written
  for each statement execute function note_hit_changes();
create trigger insight_removed after delete on candidate referencing old table as written
  for each statement execute function note_hit_changes();
create trigger insight_changed after update on candidate referencing old table as removed new table as added
  for each statement execute function note_hit_changes();

-- A user's own page has no name once the user is forgotten.
create function note_community_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into insight_change (project_id, metric, hour)
  select o.project_id, 'leads', date_trunc('hour', o.posted_at, 'UTC') from opportunity o
  where o.post_id = new.id and o.released_at is not null and o.sibling_of is null and o.posted_at is not null;
  return null;
end $$;
revoke all on function note_community_change from public;
create trigger insight_changed after update of subreddit on post
  for each row when (old.subreddit is distinct from new.subreddit) execute function note_community_change();

-- Muted mentions don't count, whenever they were posted.
create function note_mute_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into insight_change (project_id, metric)
  select p.id, 'mentions' from project p where p.id = coalesce(new.project_id, old.project_id);
  return null;
end $$;
revoke all on function note_mute_changes from public;
create trigger insight_changed after insert or delete or update of kind, name on mention_mute
  for each row execute function note_mute_changes();

-- In another time zone, days begin at other moments.
create function note_all_days() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into insight_change (project_id, metric) values (new.id, 'leads'), (new.id, 'mentions');
  return null;
end $$;
revoke all on function note_all_days from public;
create trigger insight_changed after update of time_zone on project
  for each row when (old.time_zone is distinct from new.time_zone) execute function note_all_days();

insert into insight_change (project_id, metric)
select p.id, m.metric from project p, (values ('leads'), ('mentions')) as m (metric);
