-- The stored items of Hacker News, which are checked again each day (docs/decisions/0123).
create index post_hacker_news on post (id) where outside_name like 'hn-%';
