-- How an account stood on Reddit when it was connected; null where it was connected before this was kept, or not told.
alter table reddit_account
  add column karma integer,
  add column joined_at timestamptz;
