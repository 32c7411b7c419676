-- When a project sees what was found for it (docs/decisions/0038-releases.md).

alter table project
  -- The release that all that is held waits for; null: what is found is released at once.
  add column leads_release_at timestamptz,
  add column mentions_release_at timestamptz,
  -- When the job looks at these next; null: nothing comes by the clock.
  add column release_look_at timestamptz default '-infinity';
create index project_release_look on project (release_look_at) where release_look_at is not null;

-- Null: held. What is there was seen already; such a default is noted once and rewrites nothing.
alter table opportunity add column released_at timestamptz default now();
alter table opportunity alter column released_at drop default;
alter table mention add column released_at timestamptz default now();
alter table mention alter column released_at drop default;

-- Lists are of what is released; what is held is found by itself.
drop index opportunity_score, opportunity_posted, mention_posted;
create index opportunity_score on opportunity (project_id, state, score desc, id desc)
  where sibling_of is null and released_at is not null;
create index opportunity_posted on opportunity (project_id, state, coalesce(posted_at, '-infinity') desc, id desc)
  where sibling_of is null and released_at is not null;
create index mention_posted on mention (project_id, kind, posted_at desc, id desc) where released_at is not null;
create index opportunity_held on opportunity (project_id) where released_at is null;
create index mention_held on mention (project_id) where released_at is null;

-- Whoever writes a find leaves it to the database whether it is held, so that no writer can forget it. A find that is
-- written again stays what it was: on conflict nobody sets released_at.
create function release_or_hold() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare release_at timestamptz;
begin
  if tg_table_name = 'mention' then
    select mentions_release_at into release_at from project where id = new.project_id;
  else
    select leads_release_at into release_at from project where id = new.project_id;
  end if;
  if release_at is null then new.released_at := new.created_at; end if;
  return new;
end $$;
create trigger release_or_hold before insert on opportunity
  for each row when (new.released_at is null) execute function release_or_hold();
create trigger release_or_hold before insert on mention
  for each row when (new.released_at is null) execute function release_or_hold();

-- Whatever a plan hangs on lets the job look at once.
create function look_at_releases() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update project p set release_look_at = '-infinity'
  from billed b
  where p.id = b.project_id or (p.is_agency_project and exists (
    select from member m where m.project_id = p.id and m.user_id = b.user_id and m.role = 'owner'));
  return null;
end $$;
create trigger subscription_added after insert on subscription referencing new table as billed
  for each statement execute function look_at_releases();
create trigger subscription_changed after update on subscription referencing new table as billed
  for each statement execute function look_at_releases();
create trigger subscription_removed after delete on subscription referencing old table as billed
  for each statement execute function look_at_releases();
create trigger purchase_added after insert on purchase referencing new table as billed
  for each statement execute function look_at_releases();
create trigger purchase_changed after update on purchase referencing new table as billed
  for each statement execute function look_at_releases();
create trigger purchase_removed after delete on purchase referencing old table as billed
  for each statement execute function look_at_releases();

create function look_at_own_releases() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.release_look_at := '-infinity';
  return new;
end $$;
create trigger look_at_own_releases before update of time_zone, is_agency_project, agency_plan on project
  for each row when ((old.time_zone, old.is_agency_project, old.agency_plan)
    is distinct from (new.time_zone, new.is_agency_project, new.agency_plan))
  execute function look_at_own_releases();
revoke all on function release_or_hold, look_at_releases, look_at_own_releases from public;

-- Held leads are counted as a state of their own.
create or replace function count_opportunities() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select project_id, realm, case when released_at is null then 'held' else state end, saved, count(*)
    from added where sibling_of is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select r.project_id, r.realm, case when r.released_at is null then 'held' else r.state end, r.saved, -count(*)
    from removed r join project p on p.id = r.project_id where r.sibling_of is null group by 1, 2, 3, 4;
  else
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select project_id, realm, counted, saved, sum(n) from (
      select project_id, realm, case when released_at is null then 'held' else state end as counted, saved, 1 as n
      from added where sibling_of is null
      union all
      select project_id, realm, case when released_at is null then 'held' else state end, saved, -1
      from removed where sibling_of is null
    ) changes group by 1, 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;

-- Of a family, what is released stands before what is held; the rest as before.
create or replace function keep_families() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  with held as (
    select k.project_id, k.key, (
      select o.id from opportunity o
      where o.project_id = r.project_id and k.key = any (o.copy_keys)
        and (o.sibling_of = coalesce(r.sibling_of, r.id) or o.id = r.sibling_of)
      limit 1) as heir
    from removed r
    join sibling_key k on k.project_id = r.project_id and k.key = any (r.copy_keys) and k.opportunity_id = r.id
  ), handed_over as (
    update sibling_key k set opportunity_id = h.heir
    from held h where k.project_id = h.project_id and k.key = h.key and h.heir is not null
  )
  delete from sibling_key k using held h where k.project_id = h.project_id and k.key = h.key and h.heir is null;
  with orphan as (
    select o.project_id, o.id, first_value(o.id) over (
      partition by o.project_id, o.sibling_of
      order by o.released_at is null, o.posted_at, p.outside_id, p.kind, o.id) as heir
    from removed r
    join opportunity o on o.project_id = r.project_id and o.sibling_of = r.id
    join post p on p.id = o.post_id
  )
  update opportunity o set sibling_of = nullif(n.heir, n.id)
  from orphan n where o.project_id = n.project_id and o.id = n.id;
  return null;
end $$;
