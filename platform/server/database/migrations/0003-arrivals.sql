-- What arrives, in batches that the pipeline works on and that look-back reads again (docs/decisions/0013-arrivals.md);
-- imports; what changed, for open screens; counters that are maintained and never counted.

-- The number that phrase_version had after the last change of what the project listens for. A look-back reads what was
-- matched by an earlier one.
alter table project add column phrase_version bigint not null default 1;
-- How far the look-back is, in items; total is null where none is under way.
alter table project add column scan_done bigint not null default 0;
alter table project add column scan_total bigint;
create index project_phrase_version on project (phrase_version);

-- An archive brought in. project_id is null where the operator did it for all projects; what members bring in is seen
-- by their project alone, since nobody vouches for its content.
create table import (
  id uuid primary key,
  project_id uuid references project on delete cascade,
  name text not null,
  origin text not null check (origin in ('command', 'upload', 'path')),
  -- Tells the same file again, so that an import that was cut short goes on where it was.
  fingerprint text,
  state text not null check (state in ('uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging')),
  bytes_total bigint not null,
  bytes_done bigint not null default 0,
  -- Lines that are dealt with; a resumed import skips them.
  lines_done bigint not null default 0,
  items_new bigint not null default 0,
  items_known bigint not null default 0,
  lines_broken bigint not null default 0,
  -- Bytes of text that it keeps.
  text_bytes bigint not null default 0,
  -- The first broken lines: line number, reason, beginning of the line.
  broken_lines jsonb not null default '[]',
  -- Why it failed or was stopped, for people.
  fault text,
  created_by uuid references "user" on delete set null,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index import_project on import (project_id, id);

-- An upload until it has been read: any worker on any machine can go on with it.
create table import_chunk (
  import_id uuid not null references import on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (import_id, number)
);
alter table import_chunk alter column bytes set storage external;

-- A post is shared by all projects, or where a member brought it in seen by that project only.
alter table post add column project_id uuid references project on delete cascade;
alter table post add column import_id uuid references import on delete set null;
alter table post drop constraint post_source_kind_outside_id_key;
alter table post add constraint post_identity unique nulls not distinct (project_id, source, kind, outside_id);
create index post_import on post (import_id, id) where import_id is not null;
-- Whether anything still needs a post is asked before it goes.
create index candidate_post on candidate (post_id);
-- A candidate is written once, with its score; the reasons stand in the opportunity. Those without one are found again.
delete from candidate where score is null or label is null;
alter table candidate
  drop column components, drop column scored_at, drop column batch_id,
  alter column score set not null, alter column label set not null;
create index opportunity_post on opportunity (post_id);

-- Every arrival, a row a batch. Items that came from a live source are packed into the row and leave with their
-- day's partition; imported ones stand in post and are pinned: arrived_on infinity.
create table recent (
  arrived_on date not null,
  id uuid not null,
  source text not null,
  project_id uuid,
  import_id uuid,
  item_count integer not null,
  items bytea,
  post_ids uuid[],
  -- The phrases that it was matched by (phrase_version); null until that begins. It stays the first one's where
  -- a batch takes several transactions, so that a look-back errs towards reading it again.
  phrase_version bigint,
  -- Items that are matched; of the next one, the projects up to this one.
  position integer not null default 0,
  position_project uuid,
  finished_at timestamptz,
  created_at timestamptz not null,
  primary key (arrived_on, id),
  check ((items is null) <> (post_ids is null))
) partition by range (arrived_on);
alter table recent alter column items set storage external;
create table recent_pinned partition of recent for values from ('infinity') to (maxvalue);
-- What belongs to a project or an import is pinned. On the days there are no such keys: they would have to lock
-- project whenever a day is made or dropped.
alter table recent_pinned
  add foreign key (project_id) references project on delete cascade,
  add foreign key (import_id) references import on delete cascade;
alter table recent_pinned enable row level security;
create index recent_unfinished on recent (created_at) where finished_at is null;
create index recent_import on recent (import_id) where import_id is not null;

-- What was kept before: every post as pinned, and each project looks back over all of it once more.
insert into recent (arrived_on, id, source, item_count, post_ids, phrase_version, position, finished_at, created_at)
select 'infinity', id, 'import', cardinality(post_ids), post_ids, 0, cardinality(post_ids), created_at, created_at
from batch where project_id is null;
drop table batch;
update project set scanned_version = 0;
do $$ begin
  -- Jobs that speak of those batches; a worker's start sends what is missing.
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where name in ('candidates', 'scan', 'score', 'opportunities', 'settle');
  end if;
end $$;

-- Makes the partitions of the days from first_day on that are missing, a table a day.
create function make_recent_partitions(first_day date, days integer) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare day date; part text;
begin
  for day in select first_day + n from generate_series(0, days - 1) n loop
    part := 'recent_' || to_char(day, 'YYYYMMDD');
    if to_regclass('public.' || part) is null then
      perform pg_advisory_xact_lock(hashtext('earshot partitions'));
      -- Read from the table: what to_regclass remembers may be from before the wait.
      if not exists (select from pg_class where relname = part and relnamespace = 'public'::regnamespace) then
        -- Made beside and attached, so that nobody who reads or writes other days has to wait.
        execute format('create table public.%I (like public.recent including defaults including constraints including storage)', part);
        execute format('alter table public.recent attach partition public.%I for values from (%L) to (%L)', part, day, day + 1);
        execute format('alter table public.%I enable row level security', part);
      end if;
    end if;
  end loop;
end $$;

-- Drops the days before first_kept; returns how many.
create function drop_recent_partitions(first_kept date) returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare part text; dropped integer := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.recent'::regclass and c.relname ~ '^recent_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < first_kept
  loop
    execute format('drop table public.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- A batch that one project finds so much in that the others would wait: the project takes it by itself, later
-- (docs/decisions/0014-floods-and-counters.md).
create table postponed (
  project_id uuid not null references project on delete cascade,
  arrived_on date not null,
  batch_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, arrived_on, batch_id)
);

-- How many leads a project has of each kind: the sum of delta. Changes are added as rows, so that no two transactions
-- wait for each other, and folded by a job.
create table opportunity_count (
  id bigint generated always as identity primary key,
  project_id uuid not null references project on delete cascade,
  state text not null,
  saved boolean not null,
  delta bigint not null
);
create index opportunity_count_project on opportunity_count (project_id);

create function count_opportunities() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into opportunity_count (project_id, state, saved, delta)
    select project_id, state, saved, count(*) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into opportunity_count (project_id, state, saved, delta)
    select r.project_id, r.state, r.saved, -count(*) from removed r join project p on p.id = r.project_id group by 1, 2, 3;
  else
    insert into opportunity_count (project_id, state, saved, delta)
    select project_id, state, saved, sum(n) from (
      select project_id, state, saved, 1 as n from added
      union all
      select project_id, state, saved, -1 from removed
    ) changes group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_added after insert on opportunity referencing new table as added
  for each statement execute function count_opportunities();
create trigger count_removed after delete on opportunity referencing old table as removed
  for each statement execute function count_opportunities();
create trigger count_changed after update on opportunity referencing old table as removed new table as added
  for each statement execute function count_opportunities();
insert into opportunity_count (project_id, state, saved, delta)
select project_id, state, saved, count(*) from opportunity group by 1, 2, 3;

-- Pages by age, also of leads whose age is unknown, and of what was saved whatever its state.
drop index opportunity_posted;
create index opportunity_posted on opportunity (project_id, state, coalesce(posted_at, '-infinity') desc, id desc);
create index opportunity_saved_score on opportunity (project_id, score desc, id desc) where saved;
create index opportunity_saved_posted on opportunity (project_id, coalesce(posted_at, '-infinity') desc, id desc)
  where saved;

-- What changed, for open screens. xact is the transaction that wrote it, since what is new to a screen is told by
-- snapshots (docs/decisions/0015-events.md).
create table event (
  id bigint generated always as identity primary key,
  xact xid8 not null default pg_current_xact_id(),
  project_id uuid not null references project on delete cascade,
  kind text not null,
  subject_id uuid,
  created_at timestamptz not null
);
create index event_order on event (xact, id);

-- How each source is doing.
create table source_health (
  source text primary key,
  last_success_at timestamptz,
  -- When the newest item that it brought was posted.
  newest_posted_at timestamptz,
  error text,
  failed_at timestamptz,
  next_try_at timestamptz,
  updated_at timestamptz not null
);

grant select, insert, update, delete
  on import, import_chunk, recent, postponed, opportunity_count, event, source_health to earshot_web, earshot_worker;
-- Sessions that are over are tidied away by the worker, which sees nothing else of them.
grant select (expires_at), delete on session to earshot_worker;
grant usage on all sequences in schema public to earshot_web, earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['postponed', 'opportunity_count', 'event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
  -- What belongs to no project is for all to see and for the operator alone to change.
  foreach t in array array['import', 'post', 'recent'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy shared on %I for select to earshot_web using (project_id is null)', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
  alter table import_chunk enable row level security;
  create policy web on import_chunk to earshot_web using (exists (
    select from import i where i.id = import_id and i.project_id = any (current_projects())));
  create policy worker on import_chunk to earshot_worker using (true);
end $$;
