-- What is real and the sandbox's never mix (DESIGN 3), and each project chooses its sources. Constant defaults rewrite no
-- table, and checks that hold for what is there by those defaults are not proven by reading it.

alter table post
  add column realm text not null default 'real',
  -- Reddit's numbers and those of its stand-in are two spaces: post_identity keeps them apart by the source.
  add constraint post_realm check (realm = case source when 2 then 'sandbox' else 'real' end) not valid;
-- That of the post, set by whoever writes the row.
alter table opportunity
  add column realm text not null default 'real',
  add constraint opportunity_realm check (realm in ('sandbox', 'real')) not valid;
alter table mention
  add column realm text not null default 'real',
  add constraint mention_realm check (realm in ('sandbox', 'real')) not valid;
alter table opportunity_count
  add column realm text not null default 'real';

-- realm is the one that the project sees: its rows of the other one stay unseen until they are purged.
alter table project
  add column realm text not null default 'real' check (realm in ('sandbox', 'real')),
  add column sources text[] not null default '{reddit-api,reddit-rss,archive,sandbox}'
    check (sources <@ '{reddit-api,reddit-rss,archive,sandbox}'::text[]);

-- Sources by their names (contract/sources.ts). So far only imports have brought anything.
update recent set source = case source when 'import' then 'archive' else 'reddit-api' end
where source not in ('reddit-api', 'reddit-rss', 'archive', 'sandbox');
update tally set source = 'archive' where source = 'import';

create or replace function count_opportunities() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select project_id, realm, state, saved, count(*) from added where sibling_of is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select r.project_id, r.realm, r.state, r.saved, -count(*) from removed r join project p on p.id = r.project_id
    where r.sibling_of is null group by 1, 2, 3, 4;
  else
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select project_id, realm, state, saved, sum(n) from (
      select project_id, realm, state, saved, 1 as n from added where sibling_of is null
      union all
      select project_id, realm, state, saved, -1 from removed where sibling_of is null
    ) changes group by 1, 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;
