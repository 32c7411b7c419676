-- Whoever writes a lead's components gives the sum of them as its score; what counts is the sum under the weights of its
-- project (engine/score-weights). It is left to the database, so that no writer can forget it. Points have one decimal.
create function weigh_score() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare weights jsonb;
begin
  select score_weights into weights from project where id = new.project_id;
  if weights = '{"fit": 1, "intent": 1, "freshness": 1, "engagement": 1}' then return new; end if;
  new.score := (
    -- Halves go up, negative ones too, as they do where a score is shown.
    select coalesce(sum(
      floor((c ->> 'points')::float8 * coalesce((weights ->> (c ->> 'name'))::float8, 1) * 10 + 0.5) / 10), 0)
    from jsonb_array_elements(new.components) c);
  return new;
end $$;
create trigger weigh_score before insert or update of score, components on opportunity
  for each row execute function weigh_score();
revoke all on function weigh_score from public;
