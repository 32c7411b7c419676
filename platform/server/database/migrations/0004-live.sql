-- For open screens and those who watch over the program (docs/decisions/0015-events.md, 0016-figures.md).

-- What one project's streams have missed is read by its own events.
create index event_project on event (project_id, xact, id);

-- What the pipeline did, a row a statement, folded by a job: items that arrived and items that were matched by source,
-- and leads. Of older minutes only their sum is kept, under minus infinity.
create table tally (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  name text not null check (name in ('arrived', 'matched', 'leads')),
  source text not null default '',
  delta bigint not null
);
create index tally_minute on tally (minute);

create function tally_arrived() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, source, delta)
  select date_trunc('minute', created_at), 'arrived', source, sum(item_count) from added group by 1, 3;
  return null;
end $$;
create trigger tally_arrived after insert on recent referencing new table as added
  for each statement execute function tally_arrived();

create function tally_matched() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, source, delta)
  select date_trunc('minute', a.finished_at), 'matched', a.source, sum(a.item_count)
  from added a join removed r on r.id = a.id and r.arrived_on = a.arrived_on
  where a.finished_at is not null and r.finished_at is null group by 1, 3;
  return null;
end $$;
create trigger tally_matched after update on recent referencing old table as removed new table as added
  for each statement execute function tally_matched();

create function tally_leads() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, delta)
  select date_trunc('minute', created_at), 'leads', count(*) from added group by 1;
  return null;
end $$;
create trigger tally_leads after insert on opportunity referencing new table as added
  for each statement execute function tally_leads();

grant select, insert, update, delete on tally to earshot_web, earshot_worker;
grant usage on all sequences in schema public to earshot_web, earshot_worker;
