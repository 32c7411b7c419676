-- Named views of the list of leads (docs/decisions/0089).

create table saved_view (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  params text not null,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index saved_view_name on saved_view (project_id, lower(name));
create index saved_view_user on saved_view (created_by) where created_by is not null;
grant select, insert, update, delete on saved_view to earshot_web, earshot_worker;
alter table saved_view enable row level security;
create policy web on saved_view to earshot_web using (project_id = any (current_projects()));
create policy worker on saved_view to earshot_worker using (true);

-- The tab of all leads lists them regardless of their state.
create index opportunity_all_urgency on opportunity (project_id, urgency desc, id desc)
  where sibling_of is null and released_at is not null;
create index opportunity_all_posted on opportunity (project_id, coalesce(posted_at, '-infinity') desc, id desc)
  where sibling_of is null and released_at is not null;
