-- Who connected an account on Reddit lets the project use it: that ends with their account here.
alter table reddit_account
  drop constraint reddit_account_connected_by_fkey,
  add constraint reddit_account_connected_by_fkey foreign key (connected_by) references "user" on delete cascade;
