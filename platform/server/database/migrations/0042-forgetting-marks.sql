-- What is forgotten of a post whose text was not there any more (docs/decisions/0040-forgetting.md).

-- What quotes and names of a post are known by, as numbers that say nothing else (engine/forgotten-text). Of one that was
-- reduced only what somebody quotes of it, as long as it may still be looked for.
alter table post_check add column quote_marks bigint[], add column name_marks bigint[];
-- Until it is settled: by then somebody may have written more of it.
alter table forgotten add column quote_marks bigint[], add column name_marks bigint[];

-- Posts that are gone; those of no use to anybody are taken away.
create index post_check_gone on post_check (checked_at)
  where standing in ('deleted', 'removed', 'absent', 'authorless');

-- Which posts a batch holds, so that others are not unpacked to look for some. Null: of before this, or of an import.
alter table recent add column outside_ids bigint[];

-- Who writes an export; of two at the same the later, and only the file of that one is served.
alter table export add column attempt uuid;
