-- Leads and mentions as RSS and JSON Feed at secret addresses (docs/decisions/0104).

create table view_feed (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  content text not null check (content in ('leads', 'mentions')),
  -- The saved view whose leads it has; null for the default list.
  view_id uuid check (view_id is null or content = 'leads'),
  created_by uuid not null references "user" on delete cascade,
  digest text not null unique,
  -- The digest of the items at the last read, and since when they are as they are.
  items_digest text,
  changed_at timestamptz not null,
  last_read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  -- Like a token, a feed shows what a member may see, and is deleted with the membership.
  foreign key (project_id, created_by) references member (project_id, user_id) on delete cascade,
  foreign key (project_id, view_id) references saved_view (project_id, id) on delete cascade
);
create index view_feed_created_by on view_feed (created_by);
create index view_feed_view on view_feed (project_id, view_id) where view_id is not null;
grant select, insert, update, delete on view_feed to earshot_web;
grant select, delete on view_feed to earshot_worker;
alter table view_feed enable row level security;
create policy web on view_feed to earshot_web using (project_id = any (current_projects()));
create policy worker on view_feed to earshot_worker using (true);

-- A feed with the member who created it and their current role. No row if they are blocked or no longer a member.
create function reader_of_feed(wanted text)
returns table (
  id uuid, project_id uuid, content text, view_id uuid, items_digest text, changed_at timestamptz,
  last_read_at timestamptz, user_id uuid, role text
)
language sql stable security definer set search_path = pg_catalog, public as $$
  select f.id, f.project_id, f.content, f.view_id, f.items_digest, f.changed_at, f.last_read_at, f.created_by, m.role
  from public.view_feed f
  join public."user" u on u.id = f.created_by and u.blocked_at is null
  join lateral public.memberships_of(f.created_by) m on m.project_id = f.project_id
  where f.digest = wanted
$$;
revoke all on function reader_of_feed from public;
grant execute on function reader_of_feed to earshot_web;

-- A user's feeds end with their tokens, after a change of password or address.
create or replace function drop_tokens_of(whose uuid) returns void
language sql security definer set search_path = pg_catalog, public as $$
  delete from public.api_token where created_by = whose;
  delete from public.view_feed where created_by = whose;
$$;
