-- Decisions by day, and the days to count again when they, their leads, or the checks of replies change
-- (docs/decisions/0120).

alter table insight_day drop constraint insight_day_metric_check,
  add constraint insight_day_metric_check check (metric in ('leads', 'mentions', 'decisions'));
alter table insight_change drop constraint insight_change_metric_check,
  add constraint insight_change_metric_check check (metric in ('leads', 'mentions', 'decisions'));

-- A lead's keywords are counted on the day of its last decision, so a decision changes the days of its others too.
create function note_decision_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into insight_change (project_id, metric, hour)
    select distinct d.project_id, 'decisions', date_trunc('hour', d.created_at, 'UTC')
    from added a join decision d on d.project_id = a.project_id and d.opportunity_id = a.opportunity_id;
  elsif tg_op = 'DELETE' then
    insert into insight_change (project_id, metric, hour)
    select distinct p.id, 'decisions', date_trunc('hour', e.created_at, 'UTC')
    from removed r join project p on p.id = r.project_id
    cross join lateral (
      select r.created_at union all
      select d.created_at from decision d where d.project_id = r.project_id and d.opportunity_id = r.opportunity_id
    ) e;
  else
    insert into insight_change (project_id, metric, hour)
    select distinct r.project_id, 'decisions', date_trunc('hour', e.created_at, 'UTC')
    from removed r join added a on a.project_id = r.project_id and a.opportunity_id = r.opportunity_id
      and a.kind = r.kind and a.created_at <> r.created_at
    cross join lateral (
      select r.created_at union all
      select d.created_at from decision d where d.project_id = r.project_id and d.opportunity_id = r.opportunity_id
    ) e;
  end if;
  return null;
end $$;
revoke all on function note_decision_changes from public;
create trigger insight_added after insert on decision referencing new table as added
  for each statement execute function note_decision_changes();
create trigger insight_removed after delete on decision referencing old table as removed
  for each statement execute function note_decision_changes();
create trigger insight_changed after update on decision referencing old table as removed new table as added
  for each statement execute function note_decision_changes();

-- Whether a reply is still shown counts on the day of the reply.
create function note_reply_check_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    insert into insight_change (project_id, metric, hour)
    select distinct d.project_id, 'decisions', date_trunc('hour', d.created_at, 'UTC')
    from added a join removed r on r.project_id = a.project_id and r.opportunity_id = a.opportunity_id
      and r.step = a.step and (r.state, r.community) is distinct from (a.state, a.community)
    join decision d on d.project_id = a.project_id and d.opportunity_id = a.opportunity_id and d.kind = 'reply';
  else
    insert into insight_change (project_id, metric, hour)
    select distinct d.project_id, 'decisions', date_trunc('hour', d.created_at, 'UTC')
    from written w join decision d on d.project_id = w.project_id and d.opportunity_id = w.opportunity_id
      and d.kind = 'reply' join project p on p.id = d.project_id;
  end if;
  return null;
end $$;
revoke all on function note_reply_check_changes from public;
create trigger insight_added after insert on reply_check referencing new table as written
  for each statement execute function note_reply_check_changes();
create trigger insight_removed after delete on reply_check referencing old table as written
  for each statement execute function note_reply_check_changes();
create trigger insight_changed after update on reply_check referencing old table as removed new table as added
  for each statement execute function note_reply_check_changes();

-- Decisions count with when their leads were posted and released.
create function note_decided_lead_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into insight_change (project_id, metric, hour)
  select distinct d.project_id, 'decisions', date_trunc('hour', d.created_at, 'UTC')
  from added a join removed r on r.project_id = a.project_id and r.id = a.id
    and (r.realm, r.posted_at, r.released_at) is distinct from (a.realm, a.posted_at, a.released_at)
  join decision d on d.project_id = a.project_id and d.opportunity_id = a.id;
  return null;
end $$;
revoke all on function note_decided_lead_changes from public;
create trigger insight_decided after update on opportunity referencing old table as removed new table as added
  for each statement execute function note_decided_lead_changes();

-- As before, and for the decisions about a candidate's lead.
create or replace function note_hit_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    insert into insight_change (project_id, metric, hour)
    select distinct o.project_id, e.metric, date_trunc('hour', e.at, 'UTC')
    from added a join removed r on r.project_id = a.project_id and r.post_id = a.post_id and r.hits <> a.hits
    join opportunity o on o.project_id = a.project_id and o.post_id = a.post_id
    cross join lateral (
      select 'leads' as metric, o.posted_at as at where o.sibling_of is null and o.posted_at is not null union all
      select 'decisions', d.created_at from decision d where d.project_id = o.project_id and d.opportunity_id = o.id
    ) e
    where o.released_at is not null;
  else
    insert into insight_change (project_id, metric, hour)
    select distinct o.project_id, e.metric, date_trunc('hour', e.at, 'UTC')
    from written c join opportunity o on o.project_id = c.project_id and o.post_id = c.post_id
    join project p on p.id = c.project_id
    cross join lateral (
      select 'leads' as metric, o.posted_at as at where o.sibling_of is null and o.posted_at is not null union all
      select 'decisions', d.created_at from decision d where d.project_id = o.project_id and d.opportunity_id = o.id
    ) e
    where c.hits <> '[]' and o.released_at is not null;
  end if;
  return null;
end $$;

create or replace function note_community_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into insight_change (project_id, metric, hour)
  select distinct o.project_id, e.metric, date_trunc('hour', e.at, 'UTC')
  from opportunity o
  cross join lateral (
    select 'leads' as metric, o.posted_at as at where o.sibling_of is null and o.posted_at is not null union all
    select 'decisions', d.created_at from decision d where d.project_id = o.project_id and d.opportunity_id = o.id
  ) e
  where o.post_id = new.id and o.released_at is not null;
  return null;
end $$;

create or replace function note_all_days() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into insight_change (project_id, metric)
  values (new.id, 'leads'), (new.id, 'mentions'), (new.id, 'decisions');
  return null;
end $$;

insert into insight_change (project_id, metric) select id, 'decisions' from project;

-- The queries that search engines are asked each month; null for those that the watchlist suggests.
alter table project add column seo_queries text[];
