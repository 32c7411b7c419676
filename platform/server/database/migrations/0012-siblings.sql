-- Copies of one text are one lead, and the others its siblings (docs/decisions/0025-siblings.md).

alter table opportunity
  -- What its text is known by when it is posted again (engine/copy-keys.ts); null for leads of before.
  add column copy_keys bigint[],
  -- The lead that stands for this one in lists; null for those that stand for themselves.
  add column sibling_of uuid,
  add constraint opportunity_sibling foreign key (project_id, sibling_of) references opportunity
    deferrable initially deferred,
  -- What somebody decided on is seen.
  add constraint opportunity_sibling_undecided check (sibling_of is null or (state = 'new' and not saved));
create index opportunity_siblings on opportunity (project_id, sibling_of) where sibling_of is not null;

-- Lists are of what stands for itself.
drop index opportunity_score, opportunity_posted;
create index opportunity_score on opportunity (project_id, state, score desc, id desc) where sibling_of is null;
create index opportunity_posted on opportunity (project_id, state, coalesce(posted_at, '-infinity') desc, id desc)
  where sibling_of is null;

-- Which lead of a project first had a key: all leads that have it are of that one's family. No foreign keys, since
-- there are six rows a lead; the trigger below removes them.
create table sibling_key (
  project_id uuid not null,
  key bigint not null,
  opportunity_id uuid not null,
  primary key (project_id, key)
);
grant select on sibling_key to earshot_web;
grant select, insert on sibling_key to earshot_worker;
alter table sibling_key enable row level security;
create policy web on sibling_key to earshot_web using (project_id = any (current_projects()));
create policy worker on sibling_key to earshot_worker using (true);

-- Where a lead goes that stands for others, the first of them takes its place. A key that it had goes on to one of its
-- family that has it too, and goes where none has.
create function keep_families() returns trigger
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
      partition by o.project_id, o.sibling_of order by o.posted_at, p.outside_id, p.kind, o.id) as heir
    from removed r
    join opportunity o on o.project_id = r.project_id and o.sibling_of = r.id
    join post p on p.id = o.post_id
  )
  update opportunity o set sibling_of = nullif(n.heir, n.id)
  from orphan n where o.project_id = n.project_id and o.id = n.id;
  return null;
end $$;
create trigger keep_families after delete on opportunity referencing old table as removed
  for each statement execute function keep_families();
revoke all on function keep_families from public;

-- Counts are of what lists show.
create or replace function count_opportunities() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into opportunity_count (project_id, state, saved, delta)
    select project_id, state, saved, count(*) from added where sibling_of is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into opportunity_count (project_id, state, saved, delta)
    select r.project_id, r.state, r.saved, -count(*) from removed r join project p on p.id = r.project_id
    where r.sibling_of is null group by 1, 2, 3;
  else
    insert into opportunity_count (project_id, state, saved, delta)
    select project_id, state, saved, sum(n) from (
      select project_id, state, saved, 1 as n from added where sibling_of is null
      union all
      select project_id, state, saved, -1 from removed where sibling_of is null
    ) changes group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
