-- What the shipped judge and the chat model answered on leads (docs/decisions/0074, 0075), and how many posts each
-- project sends to the chat model per day.

-- Answered questions, so that nothing is asked twice. Only workers read them; a lead has the results among its
-- components.
create table verdict (
  project_id uuid not null references project on delete cascade,
  post_id uuid not null references post on delete cascade,
  -- The chat model's name, or the shipped judge's.
  model text not null,
  -- The product as it was asked about, and the last version of the project with the same product.
  profile_digest text not null,
  project_version integer not null,
  -- Null: the answer had no valid verdict for the post.
  lead smallint check (lead between 0 and 3),
  -- The quoted words in the post.
  span jsonb,
  reason text not null default '',
  -- Only of the shipped judge.
  logits real[],
  created_at timestamptz not null,
  primary key (project_id, post_id, model, profile_digest)
);
create index verdict_post on verdict (post_id);
grant select, insert, update, delete on verdict to earshot_worker;

create table model_use (
  project_id uuid not null references project on delete cascade,
  -- In UTC.
  day date not null,
  posts integer not null,
  primary key (project_id, day)
);
grant select on model_use to earshot_web;
grant select, insert, update, delete on model_use to earshot_worker;

do $$
declare t text;
begin
  foreach t in array array['verdict', 'model_use'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy web on %I to earshot_web using (project_id = any (current_projects()))', t);
    execute format('create policy worker on %I to earshot_worker using (true)', t);
  end loop;
end $$;

-- Whether the texts of posts may be sent to the model.
alter table project add column send_to_model boolean not null default true;

-- A verdict quotes the text, so it goes when the text changes or is deleted.
create function forget_verdicts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from verdict where post_id = new.id;
  return null;
end $$;
revoke all on function forget_verdicts from public;
create trigger forget_verdicts after update of title, body on post for each row
  when (old.title is distinct from new.title or old.body is distinct from new.body)
  execute function forget_verdicts();
