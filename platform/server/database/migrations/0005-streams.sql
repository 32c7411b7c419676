-- What open streams ask once a second for all of them together (docs/decisions/0015-events.md). The policies would go
-- through the list of all projects for each row; here the scope is an argument, as with memberships_of.

-- What changed in these projects between two snapshots, in the order in which it began, and by which transactions.
create function events_between(projects uuid[], seen pg_snapshot, here pg_snapshot, most integer)
returns table (project_id uuid, kind text, subject_id uuid, transactions xid8[])
language sql stable security definer set search_path = pg_catalog, public as $$
  select e.project_id, e.kind, e.subject_id, array_agg(distinct e.xact)
  from (
    select * from event where xact >= pg_snapshot_xmax(seen) and xact < pg_snapshot_xmax(here)
    union all
    select * from event where xact = any (array(select pg_snapshot_xip(seen)))
  ) e
  where e.project_id in (select unnest(projects))
  group by 1, 2, 3 order by min(e.id) limit most
$$;

-- For each of these streams what changed in its project since its snapshot, a row each; one row without a kind where
-- nothing did. `known` is false where some of it may be forgotten: of what is older than kept_since only a project's
-- newest event is still there.
create function events_missed(projects uuid[], seen pg_snapshot[], here pg_snapshot, kept_since timestamptz, most integer)
returns table (place bigint, known boolean, kind text, subject_id uuid)
language sql stable security definer set search_path = pg_catalog, public as $$
  select a.place,
    pg_snapshot_xmax(a.seen) <= pg_snapshot_xmax(here)
      and coalesce(pg_visible_in_snapshot(oldest.xact, a.seen) or oldest.created_at > kept_since, true),
    e.kind, e.subject_id
  from unnest(projects, seen) with ordinality as a (project_id, seen, place)
  left join lateral (
    select xact, created_at from event where project_id = a.project_id order by xact, id limit 1
  ) oldest on true
  left join lateral (
    select * from event
    where project_id = a.project_id and xact >= pg_snapshot_xmax(a.seen) and xact < pg_snapshot_xmax(here)
    union all
    select * from event where project_id = a.project_id and xact = any (array(select pg_snapshot_xip(a.seen)))
    limit most
  ) e on true
  order by a.place, e.id
$$;

-- The places of those who may still look: their session goes on, they are not blocked, and they are members.
create function still_allowed(sessions uuid[], users uuid[], projects uuid[], at timestamptz) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select v.place from unnest(sessions, users, projects) with ordinality as v (session_id, user_id, project_id, place)
  join session s on s.id = v.session_id and s.user_id = v.user_id and s.revoked_at is null and s.expires_at > at
  join "user" u on u.id = v.user_id and u.blocked_at is null
  join member m on m.project_id = v.project_id and m.user_id = v.user_id
$$;

revoke all on function events_between, events_missed, still_allowed from public;
grant execute on function events_between, events_missed, still_allowed to earshot_web;
