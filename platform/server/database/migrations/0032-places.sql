-- Where is listened (docs/decisions/0043-listening.md): what several projects listen to stands here once, and nothing in
-- it says who. It follows from what the projects listen for, and goes with the last of them.

create table place (
  id uuid primary key,
  source text not null check (source in ('reddit-api', 'reddit-rss', 'sandbox')),
  kind text not null check (kind in ('community', 'all', 'search')),
  stream text not null check (stream in ('posts', 'comments')),
  -- Of a community in lower case and without `r/`; of a search its words; empty for all of Reddit.
  name text not null,
  -- How busy it is, as engine/polling keeps it.
  pace_items real not null default 0,
  pace_ms double precision not null default 0,
  -- The newest item that is known, and the ids of those right before it.
  newest_posted_at timestamptz,
  seen text[] not null default '{}',
  asked_at timestamptz,
  -- When it was last asked for by itself: among others nobody is told that it is closed.
  alone_at timestamptz,
  next_at timestamptz not null,
  -- Who asks now, and until when nobody else does.
  lease_id uuid,
  leased_until timestamptz,
  last_success_at timestamptz,
  -- How long items were there before they arrived here.
  lag_ms double precision,
  failures integer not null default 0,
  error text,
  created_at timestamptz not null,
  unique (source, kind, stream, name)
);
create index place_due on place (source, next_at);

create table place_use (
  project_id uuid not null references project on delete cascade,
  place_id uuid not null references place on delete cascade,
  primary key (project_id, place_id)
);
create index place_use_place on place_use (place_id);

-- A span of time of which a place may hold more than arrived. It stays once it is closed or given up.
create table listening_gap (
  id uuid primary key,
  place_id uuid not null references place on delete cascade,
  -- Up to when everything arrived, and from when on again.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The names in the list that is paged back, after which item its next page begins, and how many pages were read.
  listing text[] not null,
  after text not null,
  pages integer not null,
  -- True for what was there before anybody listened: nothing is lost where it stays open.
  is_beginning boolean not null,
  opened_at timestamptz not null,
  tried_at timestamptz not null,
  ended_at timestamptz,
  -- Why it was given up, for people.
  given_up text,
  check (given_up is null or ended_at is not null)
);
create index listening_gap_place on listening_gap (place_id, opened_at);

-- Nobody's data: when a feed may be read again, which is once a minute for each address.
create table feed_turn (
  address text primary key,
  next_at timestamptz not null
);

create function drop_unused_places() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  delete from place p where p.id in (select place_id from gone)
    and not exists (select from place_use u where u.place_id = p.id);
  return null;
end $$;
create trigger drop_unused_places after delete on place_use referencing old table as gone
  for each statement execute function drop_unused_places();

grant select on place, place_use, listening_gap to earshot_web;
grant select, insert, update, delete on place, place_use, listening_gap, feed_turn to earshot_worker;
alter table place_use enable row level security;
create policy web on place_use to earshot_web using (project_id = any (current_projects()));
create policy worker on place_use to earshot_worker using (true);
-- Who sees a place would know what others listen to.
alter table place enable row level security;
create policy web on place to earshot_web using (exists (select from place_use u where u.place_id = id));
create policy worker on place to earshot_worker using (true);
alter table listening_gap enable row level security;
create policy web on listening_gap to earshot_web using (exists (
  select from place_use u where u.place_id = listening_gap.place_id));
create policy worker on listening_gap to earshot_worker using (true);
