-- Agencies: the look of their reports, and when their clients last looked (docs/decisions/0126).

-- The name, colors, and logo that the reports of a user's client projects have. The logo is a PNG that Earshot made.
create table agency_brand (
  user_id uuid primary key references "user" on delete cascade,
  name text not null,
  background text not null check (background ~ '^#[0-9a-f]{6}$'),
  ink text not null check (ink ~ '^#[0-9a-f]{6}$'),
  -- In the address of the logo; another one for every upload.
  logo_id uuid unique,
  logo bytea,
  logo_width integer,
  logo_height integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nulls(logo_id, logo, logo_width, logo_height) in (0, 4))
);
grant select, insert, update, delete on agency_brand to earshot_web;
grant select on agency_brand to earshot_worker;

-- When a client last used a project, to the hour; null for other members.
alter table member add column seen_at timestamptz;

-- The Agency subscriptions that a user pays, in whichever project each was bought.
create function agency_subscriptions_of(of_user uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.subscription s
  where s.user_id = of_user and s.main_product_name like '%Agency%'
$$;
revoke all on function agency_subscriptions_of from public;
grant execute on function agency_subscriptions_of to earshot_web, earshot_worker;
