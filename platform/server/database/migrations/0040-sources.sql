-- Hacker News as a source, and push sources of projects (docs/decisions/0123).

-- Projects that had every source get the new one too; others keep their choice.
alter table project drop constraint project_sources_check;
alter table project alter column sources set default '{reddit-api,reddit-rss,archive,sandbox,hackernews}';
update project set sources = '{reddit-api,reddit-rss,archive,sandbox,hackernews}'
  where sources @> '{reddit-api,reddit-rss,archive,sandbox}'::text[];
alter table project add constraint project_sources_check
  check (sources <@ '{reddit-api,reddit-rss,archive,sandbox,hackernews}'::text[]);
drop index project_choosy;
create index project_choosy on project (id)
  where sources <> '{reddit-api,reddit-rss,archive,sandbox,hackernews}'::text[];

-- A push source is an import that never ends. Its fingerprint is its name in lower case.
alter table import drop constraint import_origin_check;
alter table import add constraint import_origin_check check (origin in ('command', 'upload', 'path', 'push'));
-- The lines of the last minute in which any arrived, and when it began.
alter table import add column recent_lines integer not null default 0, add column recent_since timestamptz;
create unique index import_push on import (project_id, fingerprint) where origin = 'push';

-- Hacker News is read by the numbers of its items: the last one, and until when a worker reads.
alter table source_health add column position bigint, add column leased_until timestamptz;
create index post_hackernews on post (id) where source = 4;
