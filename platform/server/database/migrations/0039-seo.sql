-- Threads that rank in search or that AI answers cite, with receipts (docs/decisions/0122).

-- The monthly update of a project.
create table seo_update (
  project_id uuid primary key references project on delete cascade,
  realm text not null check (realm in ('sandbox', 'real')),
  time_zone text not null,
  -- Where results come from; null until the first update.
  source text check (source in ('search', 'estimate')),
  started_at timestamptz,
  finished_at timestamptz,
  next_at timestamptz not null,
  -- Results of the first update, which needn't be on the 1st, are held unless the plan shows leads at once.
  is_first boolean not null default true
);
create index seo_update_next on seo_update (next_at);

-- A query of one engine, a question to a model, or a query of the stored posts.
create table seo_question (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  realm text not null check (realm in ('sandbox', 'real')),
  kind text not null check (kind in ('ranking', 'cited', 'estimated')),
  text text not null,
  -- The search engine or model; empty for the stored posts.
  engine text not null,
  -- The start of its update.
  update_at timestamptz not null,
  -- When to ask, next time or again; null once it is answered or given up.
  due_at timestamptz,
  attempts smallint not null default 0,
  asked_at timestamptz,
  fault text,
  primary key (project_id, id)
);
create index seo_question_due on seo_question (due_at) where due_at is not null;

create table seo_thread (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  realm text not null check (realm in ('sandbox', 'real')),
  -- As in post.
  outside_id bigint not null,
  subreddit text not null,
  permalink text not null,
  title text not null,
  -- As read from Reddit; null if unknown.
  comments text check (comments in ('open', 'locked', 'archived')),
  last_answer_at timestamptz,
  -- The names of the project and its competitors, and where they were looked for.
  named jsonb,
  named_in text check (named_in in ('thread', 'post')),
  facts_at timestamptz,
  -- When Reddit last showed the thread.
  checked_at timestamptz not null,
  forgotten_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint seo_thread_outside unique (project_id, realm, outside_id)
);
create index seo_thread_of_post on seo_thread (outside_id);
create index seo_thread_checked on seo_thread (checked_at) where forgotten_at is null;
create index seo_thread_facts on seo_thread (facts_at nulls first) where forgotten_at is null;

-- One answer that has a thread. Never changed, except to forget.
create table seo_receipt (
  project_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  question_id uuid not null,
  realm text not null check (realm in ('sandbox', 'real')),
  -- Of rankings only, as the engine gave it.
  position integer check (position > 0),
  url text not null,
  title text not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint seo_receipt_once unique (project_id, question_id, thread_id),
  foreign key (project_id, thread_id) references seo_thread on delete cascade,
  foreign key (project_id, question_id) references seo_question on delete cascade
);
create index seo_receipt_thread on seo_receipt (project_id, thread_id);

do $$
declare t text;
begin
  foreach t in array array['seo_update', 'seo_question', 'seo_thread', 'seo_receipt'] loop
    execute format('grant select, insert, update, delete on %I to earshot_web, earshot_worker', t);
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;
