-- Since when Reddit leaves a post out of its answers; it is forgotten when it does so again (docs/decisions/0040-forgetting.md).
alter table post_check add column absent_at timestamptz;
