-- The file of an imported project, until a job has added its posts and leads (docs/decisions/0108).

create table project_file (
  project_id uuid primary key references project on delete cascade,
  -- Who imported it.
  user_id uuid references "user" on delete set null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index project_file_user on project_file (user_id) where user_id is not null;
grant select, insert on project_file to earshot_web;
-- Locking a row needs the right to change it.
grant select, update, delete on project_file to earshot_worker;
alter table project_file enable row level security;
create policy web on project_file to earshot_web using (project_id = any (current_projects()));
create policy worker on project_file to earshot_worker using (true);
