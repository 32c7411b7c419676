-- What a project doesn't want to see mentions of (docs/decisions/0093).

-- The thread of a post or comment: its ID on Reddit, or without one, the post's own ID.
create function thread_of(permalink text, post uuid) returns text
language sql immutable parallel safe as $$
  select coalesce(substring(permalink from '/comments/([A-Za-z0-9]+)'), post::text)
$$;

create table mention_mute (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- That of the mention by which it was muted.
  realm text not null check (realm in ('sandbox', 'real')),
  kind text not null check (kind in ('thread', 'author', 'community')),
  -- The thread (thread_of), author, or community.
  name text not null,
  -- The post by which a thread was muted, for its title.
  post_id uuid references post on delete set null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index mention_mute_name on mention_mute (project_id, realm, kind, lower(name));
create index mention_mute_person on mention_mute (lower(name)) where kind <> 'thread';
create index mention_mute_post on mention_mute (post_id) where post_id is not null;
create index mention_mute_user on mention_mute (created_by) where created_by is not null;
grant select, insert, update, delete on mention_mute to earshot_web, earshot_worker;
alter table mention_mute enable row level security;
create policy web on mention_mute to earshot_web using (project_id = any (current_projects()));
create policy worker on mention_mute to earshot_worker using (true);
