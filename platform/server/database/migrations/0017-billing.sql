-- What the payment provider reports (docs/decisions/0097), and suggestion credits (docs/decisions/0098).

alter table subscription
  add column billing_cycle text check (billing_cycle in ('monthly', 'yearly')),
  add column next_billed_at timestamptz,
  -- The checkout that it began with.
  add column checkout_id uuid,
  -- The newest report that was applied. Older ones are ignored.
  add column occurred_at timestamptz not null default '-infinity',
  add column event_id text not null default '',
  -- When the provider had changed it last, for reports that aren't events.
  add column changed_at timestamptz not null default '-infinity';
alter table purchase
  add column checkout_id uuid,
  -- A pass that was paid back gives no access.
  add column refunded_at timestamptz;

-- A payment that a user started for a project. Only with this row does a report give access.
create table checkout (
  project_id uuid not null references project on delete cascade,
  id uuid not null unique,
  user_id uuid references "user" on delete set null,
  plan text not null,
  billing_cycle text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'failed')),
  transaction_id text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index checkout_user on checkout (user_id) where user_id is not null;
grant select, insert on checkout to earshot_web;
grant select, insert, update, delete on checkout to earshot_worker;

-- Transactions that were billed, for the list of invoices.
create table payment (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  provider_id text not null unique,
  description text not null,
  number text,
  -- The provider's word: billed, paid, completed, past_due, or canceled.
  status text not null,
  -- In the currency's smallest unit.
  total bigint not null,
  currency text not null,
  occurred_at timestamptz not null,
  event_id text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index payment_newest on payment (project_id, created_at desc, id desc);
grant select on payment to earshot_web;
grant select, insert, update, delete on payment to earshot_worker;

-- Refunds, credits, and chargebacks.
create table payment_adjustment (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  payment_id uuid not null,
  provider_id text not null unique,
  action text not null,
  status text not null,
  amount bigint not null,
  occurred_at timestamptz not null,
  event_id text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, payment_id) references payment on delete cascade
);
create index payment_adjustment_payment on payment_adjustment (project_id, payment_id);
grant select on payment_adjustment to earshot_web;
grant select, insert, update, delete on payment_adjustment to earshot_worker;

-- Why a member canceled a subscription.
create table cancellation (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  reason text not null,
  comment text not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, subscription_id) references subscription on delete cascade
);
create index cancellation_subscription on cancellation (project_id, subscription_id);
create index cancellation_user on cancellation (created_by) where created_by is not null;
grant select, insert on cancellation to earshot_web;
grant select, insert, update, delete on cancellation to earshot_worker;

-- Every webhook, once. The body is kept only while the event waits for the object that it is about.
create table billing_event (
  id text primary key,
  type text not null,
  outcome text not null check (outcome in ('applied', 'older', 'ignored', 'unknown', 'waiting')),
  -- The provider's ID of the object that it waits for.
  waits_for text,
  body jsonb,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  check ((outcome = 'waiting') = (waits_for is not null)),
  check ((outcome = 'waiting') = (body is not null))
);
create index billing_event_waiting on billing_event (waits_for) where waits_for is not null;
create index billing_event_age on billing_event (received_at);
grant select, insert, update, delete on billing_event to earshot_worker;

-- Until when the nightly comparison with the provider has read. One row.
create table billing_sync (
  single boolean primary key default true check (single),
  synced_until timestamptz not null
);
grant select, insert, update on billing_sync to earshot_worker;

-- The suggestion credits of a period. The row's lock keeps parallel requests within the quota.
create table credit_period (
  project_id uuid not null references project on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  granted integer not null,
  remaining integer not null check (remaining >= 0),
  primary key (project_id, starts_at)
);
-- Every change of a project's credits.
create table credit_entry (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  starts_at timestamptz not null,
  kind text not null check (kind in ('granted', 'spent', 'returned', 'expired')),
  amount integer not null,
  remaining integer not null,
  note text not null,
  -- The entry whose credits are returned. Each is returned once.
  returns uuid,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, returns),
  foreign key (project_id, starts_at) references credit_period on delete cascade,
  check ((kind = 'returned') = (returns is not null))
);
create index credit_entry_period on credit_entry (project_id, starts_at);
create index credit_entry_newest on credit_entry (project_id, created_at desc, id desc);
create index credit_entry_user on credit_entry (created_by) where created_by is not null;
-- How many direct messages were sent per day, in the project's time zone.
create table message_count (
  project_id uuid not null references project on delete cascade,
  day date not null,
  sent integer not null,
  primary key (project_id, day)
);
grant select, insert, update, delete on credit_period, credit_entry, message_count to earshot_web, earshot_worker;

do $$
declare t text;
begin
  foreach t in array array[
    'checkout', 'payment', 'payment_adjustment', 'cancellation', 'credit_period', 'credit_entry', 'message_count'
  ] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;

-- A pass that was paid back gives no access.
create or replace function billing_of(projects uuid[])
returns table (project_id uuid, is_agency_project boolean, agency_plan text, owner_ids uuid[], subscriptions jsonb, purchases jsonb)
language sql stable security definer set search_path = pg_catalog, public as $$
  select p.id, p.is_agency_project, p.agency_plan, o.ids,
    (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from subscription s
      where s.project_id = p.id
        or (p.is_agency_project and s.user_id = any (o.ids) and s.main_product_name like '%Agency%')),
    (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from purchase b
      where b.project_id = p.id and b.refunded_at is null)
  from project p
  cross join lateral (
    select coalesce(array_agg(m.user_id), '{}') as ids from member m where m.project_id = p.id and m.role = 'owner'
      and m.status = 'active'
  ) o
  where p.id = any (projects)
$$;

-- The projects whose plan depends on a subscription: its own, and with an agency's, those of the agency's clients.
create function projects_of_subscription(subscription_project uuid, payer uuid, is_agency boolean) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select subscription_project
  union
  select p.id from project p join member m on m.project_id = p.id
  where is_agency and p.is_agency_project and m.user_id = payer and m.role = 'owner' and m.status = 'active'
$$;
revoke all on function projects_of_subscription from public;
grant execute on function projects_of_subscription to earshot_worker;
