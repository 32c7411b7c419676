-- Who belongs to a project and what it has paid for (SPEC 3; DECISIONS 15, 16, 17).

-- More of what a project says about itself, and how much each component of a lead's score counts for it.
alter table project
  add column audience text[] not null default '{}',
  add column pains text[] not null default '{}',
  add column languages text[] not null default '{}',
  add column score_weights jsonb not null default '{"fit": 1, "intent": 1, "freshness": 1, "engagement": 1}',
  add column is_agency_project boolean not null default false,
  -- A key of contract/plans: what the project of an agency's client may use.
  add column agency_plan text;

-- An invitation is a member without a user: it is for an address, and whoever brings the token that was mailed there
-- takes it up. Of the token only a digest is kept.
alter table member
  alter column user_id drop not null,
  add column email text not null default '',
  add column status text not null default 'active' check (status in ('invited', 'active')),
  add column invited_by uuid references "user" on delete set null,
  add column token_digest text,
  add column expires_at timestamptz,
  add check ((status = 'active') = (user_id is not null)),
  add check ((status = 'invited') = (token_digest is not null and expires_at is not null));
update member m set email = u.email from "user" u where u.id = m.user_id;
create unique index member_email on member (project_id, lower(email));
create unique index member_token on member (token_digest);
create index member_invited_by on member (invited_by);

-- A member's address is their account's, now and when it changes.
create function member_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  new.email := (select email from "user" where id = new.user_id);
  return new;
end $$;
create trigger member_address before insert or update of user_id on member
  for each row when (new.user_id is not null) execute function member_address();

create function member_address_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- Somebody who is there need not be invited any more.
  delete from member i using member m
  where m.user_id = new.id and i.project_id = m.project_id and i.user_id is null and lower(i.email) = lower(new.email);
  update member set email = new.email where user_id = new.id;
  return null;
end $$;
create trigger member_address_changed after update of email on "user"
  for each row when (old.email is distinct from new.email) execute function member_address_changed();
revoke all on function member_address, member_address_changed from public;

-- Who is invited belongs to no project yet: the one question that they may ask is which project their token is of.
create function project_of_invitation(digest text) returns uuid
language sql stable security definer set search_path = pg_catalog, public as
$$ select m.project_id from member m where m.token_digest = digest and m.status = 'invited' $$;

-- What the payment provider told of a project. It is written by jobs alone.
create table subscription (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  user_id uuid references "user" on delete set null,
  provider_id text not null unique,
  status text not null check (status in ('active', 'canceled', 'paused', 'past_due')),
  scheduled_change_action text check (scheduled_change_action in ('pause', 'cancel')),
  scheduled_change_effective_at timestamptz,
  main_product_id text not null,
  main_product_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index subscription_user on subscription (user_id);

-- Passes: one-time payments. Renewals are the provider's transactions.
create table purchase (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  user_id uuid references "user" on delete set null,
  provider_id text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index purchase_user on purchase (user_id);

do $$
declare t text;
begin
  foreach t in array array['subscription', 'purchase'] loop
    execute format('grant select on %I to earshot_web', t);
    execute format('grant select, insert, update, delete on %I to earshot_worker', t);
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;

-- What decides about access to these projects. An agency's subscription is its owner's, and may belong to a project that
-- who asks is no member of: so the scope is an argument, as with memberships_of.
create function billing_of(projects uuid[])
returns table (project_id uuid, is_agency_project boolean, agency_plan text, owner_ids uuid[], subscriptions jsonb, purchases jsonb)
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id, p.is_agency_project, p.agency_plan, o.ids,
    (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from subscription s
      where s.project_id = p.id
        or (p.is_agency_project and s.user_id = any (o.ids) and s.main_product_name like '%Agency%')),
    (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from purchase b where b.project_id = p.id)
  from project p
  cross join lateral (
    select coalesce(array_agg(m.user_id), '{}') as ids from member m where m.project_id = p.id and m.role = 'owner'
      and m.status = 'active'
  ) o
  where p.id = any (projects)
$$;
revoke all on function project_of_invitation, billing_of from public;
grant execute on function project_of_invitation to earshot_web;
grant execute on function billing_of to earshot_web, earshot_worker;
