-- The answers of an unfinished setup that have no column of their own: keywords, competitors, and what the product's
-- website proposes. Null once setup is finished, and for drafts created without it (docs/decisions/0087).
alter table project add column setup jsonb;

-- Operators see how long new users wait for their first lead.
grant select (created_at) on "user" to earshot_worker;
