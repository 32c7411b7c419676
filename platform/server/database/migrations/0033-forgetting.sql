-- What Reddit deletes is forgotten here (DESIGN 4, docs/decisions/0040-forgetting.md).

-- What is known of each post's standing on Reddit. A row a post, beside it: looking again changes a few bytes and none of
-- the post's own indexes.
create table post_check (
  post_id uuid primary key references post on delete cascade,
  realm text not null check (realm in ('sandbox', 'real')),
  -- How it came: what an archive holds was not seen on Reddit by us.
  seen_by text not null check (seen_by in ('api', 'feed', 'import')),
  -- When Reddit last showed it, or said what became of it, and by which way; null for imports that nobody has looked for.
  checked_at timestamptz,
  checked_by text check (checked_by in ('api', 'feed')),
  -- reduced: a feed's text that nobody could look for any more; absent: Reddit knows it no more.
  standing text not null default 'there'
    check (standing in ('there', 'reduced', 'deleted', 'removed', 'absent', 'authorless')),
  -- Its class and when it is next looked for (engine/rechecks); no instant: never again. Who looks for it moves the
  -- instant on for as long as that may take.
  urgency smallint not null default 0,
  due_at timestamptz,
  check ((checked_at is null) = (checked_by is null))
);
create index post_check_next on post_check (realm, urgency, due_at) where due_at is not null;
create index post_check_feed on post_check (checked_at) where seen_by = 'feed' and standing = 'there';
grant select on post_check to earshot_web;
grant select, insert, update, delete on post_check to earshot_worker;

insert into post_check (post_id, realm, seen_by, checked_at, checked_by, urgency, due_at)
select id, realm, case when import_id is null then 'api' else 'import' end,
  case when import_id is null then created_at end, case when import_id is null then 'api' end,
  5, case when outside_name is null then created_at end
from post;

-- All rows of one post: the shared one, and the copies of those who brought it in for themselves.
create index post_outside on post (outside_id, source, kind);

-- Posts that never come back, whoever delivers them again and whatever is looked back on. Ids alone.
create table forgotten (
  source smallint not null,
  kind text not null check (kind in ('post', 'comment')),
  outside_id bigint not null,
  standing text not null check (standing in ('deleted', 'removed', 'absent', 'authorless')),
  forgotten_at timestamptz not null,
  -- Since when nobody is left who may have written more of it; null until then.
  settled_at timestamptz,
  primary key (source, kind, outside_id)
);
create index forgotten_unsettled on forgotten (forgotten_at) where settled_at is null;
grant select on forgotten to earshot_web;
grant select, insert, update on forgotten to earshot_worker;

-- What a project is told of it: which of its leads and mentions, when, and how much went with them; never what they said.
create table forgetting (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  opportunity_id uuid,
  mention_id uuid,
  standing text not null check (standing in ('reduced', 'deleted', 'removed', 'absent', 'authorless')),
  -- When Reddit still had it.
  last_seen_at timestamptz,
  -- How many texts of the project's own lost a quote or a name.
  texts integer not null default 0,
  people integer not null default 0,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index forgetting_age on forgetting (created_at);
grant select on forgetting to earshot_web;
grant select, insert, update, delete on forgetting to earshot_worker;
alter table forgetting enable row level security;
create policy web on forgetting to earshot_web using (project_id = any (current_projects()));
create policy worker on forgetting to earshot_worker using (true);

-- Whether the texts of a feed's batch are reduced to their title words.
alter table recent add column reduced_at timestamptz;

-- Lets others stand for the families of these leads, and be known by the keys that were theirs, as keep_families() does
-- for leads that go.
create function leave_families(leads uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  with heir as (
    select k.project_id, k.key, (
      select o.id from opportunity o
      where o.project_id = l.project_id and k.key = any (o.copy_keys) and o.id <> l.id
        and (o.sibling_of = coalesce(l.sibling_of, l.id) or o.id = l.sibling_of)
      limit 1) as id
    from opportunity l
    join sibling_key k on k.project_id = l.project_id and k.key = any (l.copy_keys) and k.opportunity_id = l.id
    where l.id = any (leads)
  ), handed_over as (
    update sibling_key k set opportunity_id = h.id
    from heir h where k.project_id = h.project_id and k.key = h.key and h.id is not null
  )
  delete from sibling_key k using heir h where k.project_id = h.project_id and k.key = h.key and h.id is null;
  with orphan as (
    select o.project_id, o.id, first_value(o.id) over (
      partition by o.project_id, o.sibling_of
      order by o.released_at is null, o.posted_at, p.outside_id, p.kind, o.id) as heir
    from opportunity o join post p on p.id = o.post_id
    where o.sibling_of = any (leads)
  )
  update opportunity o set sibling_of = nullif(n.heir, n.id)
  from orphan n where o.project_id = n.project_id and o.id = n.id;
end $$;
revoke all on function leave_families from public;
grant execute on function leave_families to earshot_worker;
