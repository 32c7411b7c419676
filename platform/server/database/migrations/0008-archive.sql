-- The archive of decided leads, and the audit of dropped posts (docs/decisions/0078).

-- The reply as posted, and its path on Reddit.
alter table decision add column text text, add column permalink text;
alter table decision add constraint decision_reply check (kind = 'reply' or (text is null and permalink is null));

-- When it was marked as replied or rejected; null while it is new.
alter table opportunity add column decided_at timestamptz;
update opportunity o set decided_at = d.created_at
from decision d
where d.project_id = o.project_id and d.opportunity_id = o.id and o.state <> 'new'
  and d.kind = case o.state when 'replied' then 'reply' else 'rejection' end;
-- The archive is listed by it.
create index opportunity_decided on opportunity
  (project_id, state, coalesce(decided_at, '-infinity'::timestamptz) desc, id desc)
  where state <> 'new' and sibling_of is null and released_at is not null;

-- Members' verdicts on sampled posts that were dropped. The post may be deleted since: the verdict still counts.
create table audit_review (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  post_id uuid not null,
  -- Whether the post matched the project's watchlist.
  kind text not null check (kind in ('candidate', 'other')),
  verdict text not null check (verdict in ('lead', 'notLead')),
  -- The lead that the verdict made.
  opportunity_id uuid,
  -- That of the post.
  realm text not null check (realm in ('sandbox', 'real')),
  created_by uuid references "user" on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint audit_review_post unique (project_id, post_id),
  foreign key (project_id, opportunity_id) references opportunity on delete set null (opportunity_id),
  check (opportunity_id is null or verdict = 'lead')
);
create index audit_review_opportunity on audit_review (project_id, opportunity_id) where opportunity_id is not null;
create index audit_review_user on audit_review (created_by) where created_by is not null;
grant select, insert, update, delete on audit_review to earshot_web, earshot_worker;
alter table audit_review enable row level security;
create policy web on audit_review to earshot_web using (project_id = any (current_projects()));
create policy worker on audit_review to earshot_worker using (true);

-- Such a lead is written by the web role, which may not write the tally that a trigger keeps.
alter function tally_leads() security definer;
revoke all on function tally_leads from public;

-- A lead with a note, a reminder or a claim is neither withdrawn nor hidden as a copy. Nor is one from the audit, as
-- long as its post is on Reddit.
create or replace function is_worked_on(project uuid, lead uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from note n where n.project_id = project and n.opportunity_id = lead)
    or exists (select from reminder r where r.project_id = project and r.opportunity_id = lead)
    or exists (select from claim c where c.project_id = project and c.opportunity_id = lead)
    or exists (
      select from audit_review a left join post_check c on c.post_id = a.post_id
      where a.project_id = project and a.opportunity_id = lead
        and coalesce(c.standing, 'there') in ('there', 'reduced'))
$$;
