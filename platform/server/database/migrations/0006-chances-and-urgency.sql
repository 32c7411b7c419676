-- A score is a chance in percent; lists are ordered by urgency: the chance times the reply window (docs/decisions/0077).

alter table opportunity rename column freshness_due_at to window_due_at;
alter index opportunity_freshness rename to opportunity_window;
alter table opportunity add column urgency double precision not null default 0;

drop trigger weigh_score on opportunity;
drop function weigh_score;

-- Sets the sort key of the default order (engine/order/urgency): writers can't forget the weights of the project. A
-- lead whose last reply window has begun has no window_due_at.
create function set_urgency() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare weights jsonb; days float8;
begin
  select score_weights into weights from project where id = new.project_id;
  days := case when new.window_due_at is null or new.posted_at is null then 0
    else extract(epoch from least(new.posted_at, new.updated_at))::float8 / 86400 end;
  new.urgency := ln(greatest(new.score::float8, 0.1)) / ln(2::float8)
    + (weights ->> 'window')::float8 * days / 14
    + (select coalesce(sum(((weights ->> (c ->> 'name'))::float8 - 1) * (c ->> 'points')::float8 / 10), 0)
       from jsonb_array_elements(new.components) c where c ->> 'name' in ('fit', 'intent'));
  return new;
end $$;
revoke all on function set_urgency from public;
create trigger set_urgency before insert or update of score, components, posted_at, window_due_at on opportunity
  for each row execute function set_urgency();

create index opportunity_urgency on opportunity (project_id, state, urgency desc, id desc)
  where sibling_of is null and released_at is not null;
create index opportunity_saved_urgency on opportunity (project_id, urgency desc, id desc) where saved;

-- The best candidates, for the judges.
create index candidate_best on candidate (project_id, score desc, post_id) where label >= 1;

-- The backfill that a new version starts scores candidates the same way, and finds those that are leads now.
alter table project alter column score_weights set default '{"fit": 1, "intent": 1, "window": 1}';
update project set version = version + 1, score_weights = jsonb_build_object(
  'fit', score_weights -> 'fit', 'intent', score_weights -> 'intent', 'window', score_weights -> 'freshness');

-- Turns points into chances, without the parts that no longer count. Leads are few, compared with posts.
update opportunity o set components = n.components, score = n.chance,
  label = case when o.label < 2 then o.label when n.chance >= 65 then 3 when n.chance >= 35 then 2 else 1 end
from (
  select project_id, id, components, round((100 / (1 + exp(7.43 - 0.078 * points)))::numeric, 1) as chance
  from (
    select l.project_id, l.id, coalesce(jsonb_agg(c.part order by c.place) filter (where c.part is not null), '[]')
        as components, coalesce(sum((c.part ->> 'points')::float8), 0) as points
    from opportunity l
    left join lateral jsonb_array_elements(l.components) with ordinality as c(part, place)
      on c.part ->> 'name' in ('fit', 'intent', 'need', 'similarity', 'verdict')
    group by l.project_id, l.id
  ) parts
) n
where o.project_id = n.project_id and o.id = n.id;
