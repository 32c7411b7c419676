-- How turns of listening are shared out, and what of a shared place each project is told (docs/decisions/0043-listening.md).

-- How often in a row the source, and not the place, was to blame that it was not heard: waits grow with it.
alter table place add column source_failures integer not null default 0;
-- How many new places of its project come before it; of no account once it was heard.
alter table place add column turn integer not null default 0;

-- Since when a project listens there; one that did before this was noted is told everything of its place.
alter table place_use add column created_at timestamptz not null default '-infinity';

-- How often in a row reading back came to nothing, and when it is tried again.
alter table listening_gap add column failures integer not null default 0;
alter table listening_gap add column next_at timestamptz not null default 'epoch';
create index listening_gap_open on listening_gap (place_id) where ended_at is null;

-- A use that somebody else is writing holds its place: whoever takes places away waits for that, and looks again.
create or replace function drop_unused_places() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform from place p where p.id in (select place_id from gone) order by p.id for update;
  delete from place p where p.id in (select place_id from gone)
    and not exists (select from place_use u where u.place_id = p.id);
  return null;
end $$;
