-- When Reddit last told how an account stands there, when it is asked again, and since when it is seen to be suspended.
alter table reddit_account
  add column standing_at timestamptz,
  add column standing_due_at timestamptz,
  add column suspended_at timestamptz;
update reddit_account set standing_at = updated_at where karma is not null or joined_at is not null;

-- Of days that are over for look-backs a sample stays, so that previews can say what was there (docs/decisions/0049-samples.md).
-- How many items of its day and source each item of a batch speaks for; null where its day is there as a whole.
alter table recent add column stands_for real;

-- Thins the days before first_whole to whole batches of about items_most items for each source, drawn by chance; returns
-- how many. What is left moves to a table of its own, so that the room of the rest is free at once. Whoever adds a column
-- to recent replaces this function: columns are named one by one.
create function thin_recent_partitions(first_whole date, items_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare part text; thin text; day date; is_whole boolean; thinned integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('earshot partitions'));
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.recent'::regclass and c.relname ~ '^recent_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < first_whole
  loop
    execute format('select exists (select from public.%I where stands_for is null)', part) into is_whole;
    continue when not is_whole;
    thin := part || '_thin';
    day := to_date(right(part, 8), 'YYYYMMDD');
    execute format('create table public.%I (like public.recent including defaults including constraints including storage)', thin);
    execute format($insert$
      insert into public.%I (arrived_on, id, source, item_count, items, post_ids, phrase_version, position,
        position_project, finished_at, reduced_at, created_at, stands_for)
      select r.arrived_on, r.id, r.source, r.item_count, r.items, r.post_ids, r.phrase_version, r.position,
        r.position_project, r.finished_at, r.reduced_at, r.created_at, k.stands_for
      from (
        select id, items_of_all::real / sum(item_count) over (partition by source) as stands_for
        from (
          select id, source, item_count, sum(item_count) over (partition by source) as items_of_all,
            sum(item_count) over (partition by source order by md5(id::text), id) - item_count as items_before
          from public.%I where finished_at is not null and item_count > 0
        ) each where items_before < $1
      ) k join public.%I r on r.id = k.id
    $insert$, thin, part, part) using items_most;
    execute format('drop table public.%I', part);
    execute format('alter table public.%I rename to %I', thin, part);
    execute format('alter table public.recent attach partition public.%I for values from (%L) to (%L)', part, day, day + 1);
    execute format('alter table public.%I enable row level security', part);
    thinned := thinned + 1;
  end loop;
  return thinned;
end $$;
revoke all on function thin_recent_partitions from public;
grant execute on function thin_recent_partitions to earshot_worker;
