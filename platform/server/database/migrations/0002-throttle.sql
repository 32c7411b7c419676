-- How often something was tried in the running window. All web processes share it; a key is a digest, since what is
-- counted may be an address or an e-mail.
create table throttle (
  key text primary key,
  spent integer not null,
  until timestamptz not null
);
create index throttle_until on throttle (until);
grant select, insert, update, delete on throttle to earshot_web;
