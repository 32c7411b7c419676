-- Searches for leads among the stored posts (docs/decisions/0095), and members' choices about what they found (0096).

create table lead_run (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- What to look for, as sent.
  criteria jsonb not null,
  -- The product as it was when the run began, with the run's audience and competitors. Scores stay comparable.
  profile jsonb not null,
  realm text not null default 'real' check (realm in ('sandbox', 'real')),
  state text not null check (state in ('queued', 'running', 'done', 'canceled', 'failed')),
  phase text not null check (phase in ('counting', 'reading', 'judging', 'ranking')),
  -- The number of steps taken. A job runs only its own step, so that a repeated one does nothing.
  step integer not null default 0,
  -- The last post that was read.
  after_post uuid,
  posts_total bigint,
  posts_done bigint not null default 0,
  -- The posts to read, by the way in which they arrived.
  sources jsonb,
  candidates bigint not null default 0,
  results integer not null default 0,
  -- As measured; null until it is known.
  posts_per_second real,
  fault text,
  -- The newest run of a chain has the schedule and starts the next one.
  schedule text check (schedule in ('daily', 'weekly')),
  next_run_at timestamptz,
  rerun_of uuid,
  created_by uuid references "user" on delete set null,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, rerun_of) references lead_run on delete set null (rerun_of),
  check ((schedule is null) = (next_run_at is null))
);
create index lead_run_user on lead_run (created_by) where created_by is not null;
create index lead_run_due on lead_run (next_run_at) where next_run_at is not null;
create index lead_run_rerun on lead_run (project_id, rerun_of) where rerun_of is not null;

create table lead_run_result (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  post_id uuid not null references post on delete cascade,
  realm text not null default 'real' check (realm in ('sandbox', 'real')),
  -- From 1; null while the run works, and for copies.
  rank integer,
  score real not null,
  label smallint not null check (label between 0 and 3),
  components jsonb not null,
  sentence jsonb,
  posted_at timestamptz,
  -- The result whose text it has.
  copy_of uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint lead_run_result_post unique (project_id, run_id, post_id),
  foreign key (project_id, run_id) references lead_run on delete cascade,
  foreign key (project_id, copy_of) references lead_run_result on delete cascade
);
create index lead_run_result_rank on lead_run_result (project_id, run_id, rank);
create index lead_run_result_of_post on lead_run_result (post_id);
create index lead_run_result_copy on lead_run_result (project_id, copy_of) where copy_of is not null;

create table lead_choice (
  project_id uuid not null references project on delete cascade,
  post_id uuid not null references post on delete cascade,
  choice text not null check (choice in ('added', 'dismissed')),
  -- The lead that it made.
  opportunity_id uuid,
  realm text not null default 'real' check (realm in ('sandbox', 'real')),
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  primary key (project_id, post_id),
  foreign key (project_id, opportunity_id) references opportunity on delete set null (opportunity_id),
  check (opportunity_id is null or choice = 'added')
);
create index lead_choice_post on lead_choice (post_id);
create index lead_choice_opportunity on lead_choice (project_id, opportunity_id) where opportunity_id is not null;
create index lead_choice_user on lead_choice (created_by) where created_by is not null;

do $$
declare t text;
begin
  foreach t in array array['lead_run', 'lead_run_result', 'lead_choice'] loop
    execute format('grant select, insert, update, delete on %I to earshot_web, earshot_worker', t);
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;

-- A lead that a member added from a run is kept like one from the audit.
create or replace function is_worked_on(project uuid, lead uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from note n where n.project_id = project and n.opportunity_id = lead)
    or exists (select from reminder r where r.project_id = project and r.opportunity_id = lead)
    or exists (select from claim c where c.project_id = project and c.opportunity_id = lead)
    or exists (
      select from (
        select a.post_id from audit_review a where a.project_id = project and a.opportunity_id = lead
        union all
        select l.post_id from lead_choice l where l.project_id = project and l.opportunity_id = lead
      ) kept left join post_check c on c.post_id = kept.post_id
      where coalesce(c.standing, 'there') in ('there', 'reduced'))
$$;
