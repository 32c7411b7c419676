-- A project sees one realm (0029), and stays in the sandbox's until the first real item arrives for it.

alter table project
  -- When that was, as long as rows of the sandbox are kept.
  add column real_since timestamptz;
-- Which projects left a source out is asked for each batch; most left out none.
create index project_choosy on project (id) where sources <> '{reddit-api,reddit-rss,archive,sandbox}'::text[];

-- That of the post, as with opportunities.
alter table candidate
  add column realm text not null default 'real',
  add constraint candidate_realm check (realm in ('sandbox', 'real')) not valid;

-- What is purged once a project sees what is real.
create index candidate_sandbox on candidate (project_id, post_id) where realm = 'sandbox';
create index opportunity_sandbox on opportunity (project_id, post_id) where realm = 'sandbox';
create index mention_sandbox on mention (project_id, post_id) where realm = 'sandbox';
alter table erasure
  drop constraint erasure_kind_check,
  add constraint erasure_kind_check check (kind in ('project', 'account', 'sandbox')),
  drop constraint erasure_subject_id_key,
  add constraint erasure_subject unique (kind, subject_id);

-- Leads of the sandbox are counted under its name.
create or replace function tally_leads() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into tally (minute, name, source, delta)
  select date_trunc('minute', created_at), 'leads', case realm when 'sandbox' then 'sandbox' else '' end, count(*)
  from added group by 1, 3;
  return null;
end $$;
