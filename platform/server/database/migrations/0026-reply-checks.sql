-- Whether posted replies are still shown on Reddit (docs/decisions/0114). Holds no text, only the number of the user's
-- own comment.
create table reply_check (
  project_id uuid not null,
  opportunity_id uuid not null,
  step text not null check (step in ('tenMinutes', 'hour', 'day')),
  realm text not null check (realm in ('sandbox', 'real')),
  -- In lower case, as in community; null for a user's own page.
  community text,
  -- As Reddit writes it, without t1_.
  comment_id text not null,
  due_at timestamptz not null,
  -- When to ask Reddit next, or when the lease of the worker that asks ends; null once it is settled.
  next_at timestamptz,
  failures integer not null default 0,
  -- Since when Reddit leaves the comment out; it is asked once more.
  missed_at timestamptz,
  state text not null default 'waiting'
    check (state in ('waiting', 'live', 'removed', 'deleted', 'missing', 'notChecked')),
  -- Who removed it, where Reddit says so.
  removed_by text check (removed_by in ('moderators', 'filter')),
  votes integer,
  -- Why Reddit couldn't be asked, or hasn't been so far.
  trouble text,
  -- When Reddit was really asked.
  checked_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, opportunity_id, step),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade,
  check ((state = 'waiting') = (next_at is not null)),
  check ((state in ('waiting', 'notChecked')) = (checked_at is null))
);
create index reply_check_next on reply_check (realm, next_at) where next_at is not null;
create index reply_check_community on reply_check (realm, community) where step = 'day';
grant select, insert, delete on reply_check to earshot_web;
grant select, update, delete on reply_check to earshot_worker;
alter table reply_check enable row level security;
create policy web on reply_check to earshot_web using (project_id = any (current_projects()));
create policy worker on reply_check to earshot_worker using (true);

-- Returns how many replies of all projects in a community are still shown a day later, and how many were removed. No row
-- unless enough customers other than the project's own have enough replies there: then nobody can tell whose they are.
-- Projects that share an owner are of one customer.
create function replies_of_all(project uuid, seen_realm text, community_key text, replies_least integer,
  customers_least integer)
returns table (live integer, removed integer, customers integer)
language sql stable security definer set search_path = pg_catalog, public as $$
  with asking as (
    select array_agg(m.user_id) as owners from member m
    where m.project_id = project and m.project_id = any (current_projects()) and m.role = 'owner' and m.user_id is not null
    having count(*) > 0
  ), customer as (
    select c.project_id, min(m.user_id::text) as owner, bool_or(m.user_id = any (asking.owners)) as is_asking
    from asking, member m join (
      select distinct r.project_id from reply_check r
      where r.realm = seen_realm and r.community = community_key and r.step = 'day'
    ) c on c.project_id = m.project_id
    where m.role = 'owner' and m.user_id is not null
    group by c.project_id
  ), reply as (
    -- Two projects may have recorded the same comment.
    select distinct on (r.comment_id) r.state, customer.owner, customer.is_asking
    from reply_check r join customer on customer.project_id = r.project_id
    where r.realm = seen_realm and r.community = community_key and r.step = 'day' and r.state in ('live', 'removed')
    order by r.comment_id, r.created_at
  )
  select count(*) filter (where state = 'live')::integer, count(*) filter (where state = 'removed')::integer,
    count(distinct owner)::integer
  from reply
  having count(*) filter (where not is_asking) >= replies_least
    and count(distinct owner) filter (where not is_asking) >= customers_least
$$;
revoke all on function replies_of_all from public;
grant execute on function replies_of_all to earshot_web;
