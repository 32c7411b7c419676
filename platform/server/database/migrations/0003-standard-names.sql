-- One word for one thing, from the table to the screen: feeds are polled, a project's overflow waits.

alter table place rename to feed;
alter index place_due rename to feed_due;
alter table place_use rename to feed_use;
alter table feed_use rename column place_id to feed_id;
alter index place_use_place rename to feed_use_feed;
alter table listening_gap rename to feed_gap;
alter table feed_gap rename column place_id to feed_id;
alter index listening_gap_place rename to feed_gap_feed;
alter index listening_gap_open rename to feed_gap_open;
alter table feed_turn rename to rss_turn;
alter table postponed rename to overflow;

-- Deletes feeds with their last use. A use that is being written locks its feed; this waits for it and looks again.
create function drop_unused_feeds() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform from feed f where f.id in (select feed_id from gone) order by f.id for update;
  delete from feed f where f.id in (select feed_id from gone)
    and not exists (select from feed_use u where u.feed_id = f.id);
  return null;
end $$;
drop trigger drop_unused_places on feed_use;
drop function drop_unused_places;
create trigger drop_unused_feeds after delete on feed_use referencing old table as gone
  for each statement execute function drop_unused_feeds();

-- Streams that resume read the events of two days.
update event set kind = 'watchlist' where kind = 'listening';

alter table project rename column scanned_version to backfilled_version;
alter table project rename column scan_done to backfill_done;
alter table project rename column scan_total to backfill_total;
