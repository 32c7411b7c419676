import type pg from 'pg'

/** The project whose boards are measured. */
export const project = '01990000-0000-7000-8000-000000000000'
/** The last day of the year of data. */
export const lastDay = '2026-10-31'
const keywords = 40
const competitors = 10
const communities = 500
/** One of so many leads is decided, and one of so many posts names somebody. */
const decidedEach = 100
const mentionEach = 10

/** Seconds that pass between two leads of a year. */
function secondsApart(leads: number): number {
  return (365 * 24 * 3600) / leads
}

/**
 * Fills a year of a project: leads with their posts and keywords, mentions of a tenth of them, and people who decide
 * about one of a hundred. Without foreign keys, triggers, and most indexes, which would take most of the time.
 */
export async function seedYear(owner: pg.Client, userId: string, leads: number): Promise<void> {
  await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
  for (const table of ['post', 'opportunity', 'candidate', 'mention']) await owner.query(bare(table))
  await owner.query(`
    insert into project (id, name, status, time_zone, created_at, updated_at)
    values ('${project}', 'Busy', 'done', 'America/New_York', now(), now());
    insert into member (project_id, id, user_id, role, created_at, updated_at)
    values ('${project}', '${project}', '${userId}', 'owner', now(), now());
    insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
    select '${project}', ${id('01990003', 'n')}, 'problem', 'keyword ' || n, 'active', now(), now()
    from generate_series(0, ${keywords - 1}) n;
    insert into competitor (project_id, id, name, status, created_at, updated_at)
    select '${project}', ${id('01990004', 'n')}, 'Competitor ' || n, 'active', now(), now()
    from generate_series(0, ${competitors - 1}) n`)
  const numbers = `(select n, abs(hashint4(n)::bigint) as h, timestamptz '${lastDay}T23:59:00Z'
    - n * interval '1 second' * ${secondsApart(leads)} as at from generate_series(0, ${leads - 1}) n) numbers`
  // A few communities have most of the leads.
  const community = `'place' || floor(${communities} * power((h % 10007) / 10007.0, 3))`
  await owner.query(`
    insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink,
      posted_at, created_at, updated_at)
    select ${id('01990001', 'n')}, 1, 'post', n, ${community}, 'author' || n % 90000, 'Title ' || n, '', false,
      '/r/place/comments/' || n || '/', at, at, at from ${numbers}`)
  const state = `case when n % ${decidedEach} <> 0 then 'new' when h % 4 = 0 then 'replied' else 'rejected' end`
  await owner.query(`
    insert into opportunity (project_id, id, post_id, score, label, urgency, components, posted_at, state, decided_at,
      released_at, created_at, updated_at)
    select '${project}', ${id('01990002', 'n')}, ${id('01990001', 'n')}, h % 100, 2 + h % 2, 1, '[]', at, ${state},
      case when n % ${decidedEach} = 0 then at + interval '3 hours' end, at, at, at from ${numbers}`)
  await owner.query(`
    insert into candidate (project_id, post_id, project_version, hits, score, label, created_at)
    select '${project}', ${id('01990001', 'n')}, 1, case h % 4 when 0 then jsonb_build_array(
        jsonb_build_object('kind', 'keyword', 'phrase', 'keyword ' || h % ${keywords}),
        jsonb_build_object('kind', 'competitor', 'phrase', 'Competitor ' || h % ${competitors}))
      else jsonb_build_array(jsonb_build_object('kind', 'keyword', 'phrase', 'keyword ' || h % ${keywords})) end,
      h % 100, 2, at from ${numbers}`)
  await owner.query(`
    insert into mention (project_id, id, post_id, kind, phrase, sentence, sentiment, posted_at, released_at, named,
      subreddit, created_at, updated_at)
    select '${project}', ${id('01990005', 'n')}, ${id('01990001', 'n')}, kind, name, 'It is.', sentiment, at, at,
      jsonb_build_array(jsonb_build_object('id', name_id, 'kind', kind, 'phrase', name, 'sentiment', sentiment)),
      ${community}, at, at
    from (
      select n, h, at, case when h % 3 = 0 then 'brand' else 'competitor' end as kind,
        'Competitor ' || h % ${competitors} as name,
        case when h % 3 = 0 then '${project}'::uuid else ${id('01990004', `h % ${competitors}`)} end as name_id,
        (array['positive', 'neutral', 'negative'])[1 + h / 7 % 4] as sentiment
      from ${numbers} where n % ${mentionEach} = 0
    ) named`)
  await owner.query(`
    insert into decision (project_id, opportunity_id, kind, user_id, reason, created_at)
    select project_id, id, case state when 'replied' then 'reply' else 'rejection' end, '${userId}',
      case state when 'rejected' then 'notBuying' end, decided_at
    from opportunity where state <> 'new';
    insert into reply_check (project_id, opportunity_id, step, realm, community, comment_id, due_at, state, checked_at,
      created_at)
    select project_id, id, 'day', 'real', 'place1', id, decided_at,
      case when right(id::text, 1) in ('0', '4') then 'removed' else 'live' end, decided_at, decided_at
    from opportunity where state = 'replied'`)
  await owner.query(`
    create unique index on post (id); create index on opportunity (project_id, coalesce(posted_at, '-infinity') desc, id desc)
      where sibling_of is null and released_at is not null;
    create unique index on opportunity (project_id, id); create unique index on candidate (project_id, post_id);
    create index on opportunity (project_id, state, coalesce(decided_at, '-infinity') desc)
      where state <> 'new' and sibling_of is null and released_at is not null;
    create index on mention (project_id, coalesce(posted_at, '-infinity') desc, id desc) where released_at is not null`)
  await owner.query('vacuum (analyze) post, opportunity, candidate, mention, decision, reply_check')
  await owner.query(
    `insert into insight_change (project_id, metric) select '${project}', unnest(array['leads', 'mentions', 'decisions'])`,
  )
}

/** Returns a statement that removes a table's constraints and indexes, and disables its triggers. */
function bare(table: string): string {
  return `do $$ declare r record; begin
    alter table ${table} disable trigger user;
    for r in select conname from pg_constraint where conrelid = '${table}'::regclass and contype in ('f', 'p', 'u') loop
      execute format('alter table ${table} drop constraint if exists %I cascade', r.conname);
    end loop;
    for r in select indexrelid::regclass as name from pg_index where indrelid = '${table}'::regclass loop
      execute format('drop index if exists %s', r.name);
    end loop;
  end $$`
}

/** Returns a UUID made of a prefix and a number. */
function id(prefix: string, number: string): string {
  return `('${prefix}-0000-7000-8000-' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`
}
