-- Mentions out of the pipeline (docs/decisions/0041-mentions.md): one for a project and a post, with all that it names.

alter table mention
  -- As contract MentionName has them: what stands there outlives the keyword or competitor it is of.
  add column named jsonb not null default '[]',
  add column keyword_ids uuid[] not null default '{}',
  add column competitor_ids uuid[] not null default '{}',
  add column spans jsonb not null default '{"phrases": [], "shown": []}',
  add column author text,
  add column subreddit text not null default '',
  -- Since when nothing is quoted any more; whoever finds the post again leaves it so.
  add column forgotten_at timestamptz,
  drop column keyword_id,
  drop column competitor_id;

-- Lists by what is named, and the newest of all kinds: 0031 has those of one kind, which now stand as lists sort them.
create index mention_named on mention using gin (competitor_ids, keyword_ids);
create index mention_newest on mention (project_id, coalesce(posted_at, '-infinity') desc, id desc)
  where released_at is not null;
drop index mention_posted;
create index mention_posted on mention (project_id, kind, coalesce(posted_at, '-infinity') desc, id desc)
  where released_at is not null;
