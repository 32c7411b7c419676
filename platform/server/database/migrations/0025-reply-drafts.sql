-- Suggested replies to leads (docs/decisions/0112). A draft answers a post's text and is deleted with it.
create table reply_draft (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  opportunity_id uuid not null,
  state text not null check (state in ('drafted', 'missing', 'withheld')),
  method text not null check (method in ('builtIn', 'model')),
  -- The model's name.
  model text,
  -- Why the model's draft was replaced by a built-in one.
  refusal text,
  length text not null,
  tone text not null,
  mention boolean not null,
  variant integer not null,
  text text,
  -- The sentences of a built-in draft, and where each is from.
  sentences jsonb not null,
  -- The project's facts that it uses, or that the model was given, as they were.
  facts text[] not null,
  -- What the post asks and no fact answers.
  unanswered jsonb not null,
  -- Why there is no draft.
  because text,
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade,
  check ((state = 'drafted') = (text is not null)),
  check ((state = 'withheld') = (because is not null)),
  check (method = 'builtIn' or (model is not null and state = 'drafted'))
);
create index reply_draft_opportunity on reply_draft (project_id, opportunity_id, id desc);
create index reply_draft_user on reply_draft (created_by) where created_by is not null;
grant select, insert on reply_draft to earshot_web;
grant select, delete on reply_draft to earshot_worker;
alter table reply_draft enable row level security;
create policy web on reply_draft to earshot_web using (project_id = any (current_projects()));
create policy worker on reply_draft to earshot_worker using (true);

-- Drafts count as posts that are sent to the model.
grant insert, update on model_use to earshot_web;

-- A lead with a suggested reply is kept like one with a note.
create or replace function is_worked_on(project uuid, lead uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from note n where n.project_id = project and n.opportunity_id = lead)
    or exists (select from reminder r where r.project_id = project and r.opportunity_id = lead)
    or exists (select from claim c where c.project_id = project and c.opportunity_id = lead)
    or exists (select from reply_draft d where d.project_id = project and d.opportunity_id = lead)
    or exists (
      select from (
        select a.post_id from audit_review a where a.project_id = project and a.opportunity_id = lead
        union all
        select l.post_id from lead_choice l where l.project_id = project and l.opportunity_id = lead
      ) kept left join post_check c on c.post_id = kept.post_id
      where coalesce(c.standing, 'there') in ('there', 'reduced'))
$$;
