-- The chat model that writes a project's replies; null for the server's (docs/decisions/0115).
alter table project add column reply_model text;

-- The language that was asked for; null for that of the post.
alter table reply_draft add column language text;

-- The reply to a lead that a member is writing, saved as they type. Deleted with the post's text, like drafts.
create table reply_text (
  project_id uuid not null references project on delete cascade,
  opportunity_id uuid not null,
  user_id uuid not null references "user" on delete cascade,
  text text not null,
  updated_at timestamptz not null,
  primary key (project_id, opportunity_id, user_id),
  foreign key (project_id, opportunity_id) references opportunity on delete cascade
);
create index reply_text_user on reply_text (user_id);
grant select, insert, update, delete on reply_text to earshot_web;
grant select, delete on reply_text to earshot_worker;
alter table reply_text enable row level security;
create policy web on reply_text to earshot_web using (project_id = any (current_projects()));
create policy worker on reply_text to earshot_worker using (true);

-- A lead with a reply that somebody is writing is kept like one with a note.
create or replace function is_worked_on(project uuid, lead uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from note n where n.project_id = project and n.opportunity_id = lead)
    or exists (select from reminder r where r.project_id = project and r.opportunity_id = lead)
    or exists (select from claim c where c.project_id = project and c.opportunity_id = lead)
    or exists (select from reply_draft d where d.project_id = project and d.opportunity_id = lead)
    or exists (select from reply_text t where t.project_id = project and t.opportunity_id = lead)
    or exists (
      select from (
        select a.post_id from audit_review a where a.project_id = project and a.opportunity_id = lead
        union all
        select l.post_id from lead_choice l where l.project_id = project and l.opportunity_id = lead
      ) kept left join post_check c on c.post_id = kept.post_id
      where coalesce(c.standing, 'there') in ('there', 'reduced'))
$$;
