-- What is known of communities (docs/decisions/0044-communities.md): of each once, whoever asked, and nothing in it says
-- who did. It is read from Reddit's API, or from the sandbox's.
create table community (
  realm text not null check (realm in ('sandbox', 'real')),
  -- In lower case and without `r/`, as a project lists it.
  key text not null,
  -- As it writes itself; the key until it was read.
  name text not null,
  title text not null default '',
  members bigint,
  is_adult boolean not null default false,
  standing text not null default 'unread' check (standing in
    ('unread', 'open', 'restricted', 'archived', 'private', 'banned', 'quarantined', 'missing')),
  -- Its rules as they were read, [{name, description}]; null where they were not.
  rules jsonb,
  -- engine/promotion-stance, with the rule and the sentence that say so.
  stance text not null default 'unknown' check (stance in ('welcomes', 'tolerates', 'forbids', 'unknown')),
  stance_rule text,
  stance_words text,
  source text check (source in ('reddit-api', 'sandbox')),
  read_at timestamptz,
  -- Why it was not read the last time, for people.
  trouble text,
  failures integer not null default 0,
  -- Somebody asked, and when it is to be read, or whoever reads it now is taken for dead.
  asked_at timestamptz not null,
  next_at timestamptz not null,
  primary key (realm, key),
  check ((stance = 'unknown') = (stance_words is null)),
  check ((stance_rule is null) = (stance_words is null))
);
create index community_due on community (realm, next_at);
create index project_communities on project using gin (communities);

grant select, insert, update on community to earshot_web;
grant select, insert, update, delete on community to earshot_worker;
