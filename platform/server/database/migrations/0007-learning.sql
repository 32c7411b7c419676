-- What a project learns from its decisions (docs/decisions: learning). What was decided on is kept with the decision, by
-- the signs that carry it over to other leads: null for decisions of before, which teach nothing.
alter table decision add column signs jsonb;
create index decision_newest on decision (project_id, created_at desc);

create table learning (
  project_id uuid primary key references project on delete cascade,
  -- Raised by every decision that is made, changed or taken back: who keeps what was learned keeps this number with it.
  version bigint not null default 1,
  -- The version by which all of the project's open leads have been scored.
  applied_version bigint not null default 0
);

-- Decisions also go with their leads, so it is not left to those who decide.
create function raise_learning() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    update learning set version = version + 1 where project_id in (select project_id from changed);
  else
    insert into learning as known (project_id)
    select distinct project_id from changed order by 1
    on conflict (project_id) do update set version = known.version + 1;
  end if;
  return null;
end $$;
create trigger learn_made after insert on decision referencing new table as changed
  for each statement execute function raise_learning();
create trigger learn_changed after update on decision referencing new table as changed
  for each statement execute function raise_learning();
create trigger learn_removed after delete on decision referencing old table as changed
  for each statement execute function raise_learning();
revoke all on function raise_learning from public;

grant select on learning to earshot_web, earshot_worker;
grant update on learning to earshot_worker;
alter table learning enable row level security;
create policy web on learning to earshot_web using (project_id = any (current_projects()));
create policy worker on learning to earshot_worker using (true);
