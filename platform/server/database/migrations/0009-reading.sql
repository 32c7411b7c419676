-- Which leads each user has read, and when they last visited a project's leads.

create table lead_read (
  project_id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  opportunity_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, user_id, opportunity_id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade
);
create index lead_read_opportunity on lead_read (project_id, opportunity_id);
create index lead_read_user on lead_read (user_id);
grant select, insert, update, delete on lead_read to earshot_web, earshot_worker;
alter table lead_read enable row level security;
create policy web on lead_read to earshot_web using (project_id = any (current_projects()));
create policy worker on lead_read to earshot_worker using (true);

-- One row per user and project: the present visit, and when the one before it ended.
create table lead_visit (
  project_id uuid not null references project on delete cascade,
  user_id uuid not null references "user" on delete cascade,
  last_seen_at timestamptz not null,
  before_at timestamptz,
  primary key (project_id, user_id)
);
create index lead_visit_user on lead_visit (user_id);
grant select, insert, update, delete on lead_visit to earshot_web, earshot_worker;
alter table lead_visit enable row level security;
create policy web on lead_visit to earshot_web using (project_id = any (current_projects()));
create policy worker on lead_visit to earshot_worker using (true);
