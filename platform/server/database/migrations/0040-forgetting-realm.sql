-- What was forgotten of the sandbox's is told where the sandbox's is seen (docs/decisions/0042-realms.md).
alter table forgetting
  add column realm text not null default 'real',
  add constraint forgetting_realm check (realm in ('sandbox', 'real')) not valid;
update forgetting f set realm = 'sandbox' where exists (
    select from opportunity o where o.project_id = f.project_id and o.id = f.opportunity_id and o.realm = 'sandbox')
  or exists (select from mention m where m.project_id = f.project_id and m.id = f.mention_id and m.realm = 'sandbox');
