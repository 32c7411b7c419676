-- What an endpoint for embeddings says of meaning (docs/decisions: embeddings). All of it can be asked for again. Only
-- workers know it: the screens show the component of a score that it becomes.

-- How closeness is to be read, by the model (engine/similarity.ts).
create table embedding_scale (
  model text primary key,
  apart real not null,
  together real not null,
  created_at timestamptz not null
);

-- Where a project's description stands, and which edition of it that was.
create table project_vector (
  project_id uuid primary key references project on delete cascade,
  model text not null,
  project_version integer not null,
  digest text not null,
  vector bytea not null,
  updated_at timestamptz not null
);

-- Where a post stands. Nothing of its text outlives the text itself.
create table post_vector (
  post_id uuid primary key references post on delete cascade,
  model text not null,
  vector bytea not null,
  created_at timestamptz not null
);

-- Leads that are to be compared once more. Rows are only added and, once dealt with, removed, so that nobody who writes
-- leads waits for another; one lead may have several.
create table similarity_due (
  project_id uuid not null references project on delete cascade,
  id bigint generated always as identity,
  post_id uuid not null,
  primary key (project_id, id)
);

create function forget_post_vector() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from post_vector where post_id = new.id;
  insert into similarity_due (project_id, post_id)
  select v.project_id, new.id
  from opportunity o join project_vector v on v.project_id = o.project_id where o.post_id = new.id;
  return null;
end $$;
create trigger forget_post_vector after update of title, body on post for each row
  when (old.title is distinct from new.title or old.body is distinct from new.body)
  execute function forget_post_vector();
revoke all on function forget_post_vector from public;

grant select, insert, update, delete on embedding_scale, project_vector, post_vector, similarity_due to earshot_worker;
alter table project_vector enable row level security;
create policy web on project_vector to earshot_web using (project_id = any (current_projects()));
create policy worker on project_vector to earshot_worker using (true);
alter table similarity_due enable row level security;
create policy web on similarity_due to earshot_web using (project_id = any (current_projects()));
create policy worker on similarity_due to earshot_worker using (true);
