import { sql } from 'drizzle-orm'
import { type Coverage, type Feed, type FeedSettings, feedsOf } from '#engine/reddit/feeds.ts'
import { realmOf, type Source } from '#engine/sources.ts'
import { lockFeeds } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'

/** A configured source, and how it covers all of Reddit. */
export interface CoveredSource {
  name: Source
  everywhere: Coverage
}

interface PolledProject extends FeedSettings, Record<string, unknown> {
  id: string
  listens: boolean
  realm: 'sandbox' | 'real'
  sources: Source[]
}

/** A feed that a project needs. */
interface Wanted extends Feed {
  projectId: string
  source: Source
}

const projectsAtOnce = 1000
/** How long closed gaps are kept. */
const keptMs = 30 * 24 * 3_600_000

/**
 * Updates the feeds for all projects, or for those that changed after a version of the phrases. Returns the current
 * version. A feed is deleted after its last use.
 */
export async function updateFeeds(ctx: Ctx, sources: readonly CoveredSource[], since: number | null): Promise<number> {
  const version = await currentVersion(ctx)
  if (version === since) return version
  for (let after: string | null = null; ; ) {
    const page: PolledProject[] = await transaction(ctx, async (tx) => {
      await lockFeeds(tx)
      const projects = await readProjects(tx, since, after)
      await write(ctx, tx, projects, wantedBy(projects, sources))
      return projects
    })
    if (page.length < projectsAtOnce) return version
    after = page.at(-1)!.id
  }
}

/** Returns the version of the phrases. It is asked every second, so in one message without a transaction. */
async function currentVersion({ db }: Ctx): Promise<number> {
  const [current] = await db.ask<{ version: string }>({
    name: 'phrase version',
    text: 'select version from phrase_version',
  })
  return Number(current!.version)
}

/** Deletes unused feeds, old gaps, and the health of sources that are no longer configured. */
export async function deleteUnusedFeeds(ctx: Ctx, sources: readonly CoveredSource[]): Promise<void> {
  const names = sql.param(sources.map(({ name }) => name))
  const before = new Date(ctx.now().getTime() - keptMs).toISOString()
  await transaction(ctx, async (tx) => {
    await lockFeeds(tx)
    await tx.execute(sql`
      delete from source_health
      where source in ('reddit-api', 'reddit-rss', 'sandbox') and source <> all (${names}::text[])`)
    await tx.execute(sql`delete from feed_gap where ended_at < ${before}`)
    await tx.execute(sql`
      delete from feed where id = any (array(
        select p.id from feed p where not exists (select from feed_use u where u.feed_id = p.id)
        order by p.id for update))`)
  })
}

async function readProjects(tx: Transaction, since: number | null, after: string | null): Promise<PolledProject[]> {
  const { rows } = await tx.execute<PolledProject>(sql`
    select p.id, p.status not in ('draft', 'archived') as listens, p.realm, p.sources, p.communities,
      (select coalesce(json_agg(json_build_object('query', k.query, 'subredditsIn', k.subreddits_in) order by k.id), '[]')
        from keyword k where k.project_id = p.id and k.status = 'active' and k.kind <> 'competitor') as keywords,
      (select coalesce(json_agg(json_build_object('name', c.name, 'subreddit', c.subreddit) order by c.id), '[]')
        from competitor c where c.project_id = p.id and c.status = 'active') as competitors
    from project p
    where (${since}::bigint is null or p.phrase_version > ${since}) and (${after}::uuid is null or p.id > ${after})
    order by p.id limit ${projectsAtOnce}`)
  return rows
}

/** Returns the feeds to poll. Real ones serve sandbox projects too: their first item moves a project to `real`. */
function wantedBy(projects: readonly PolledProject[], sources: readonly CoveredSource[]): Wanted[] {
  return projects.flatMap((project) =>
    sources
      .filter(({ name }) => project.listens && project.sources.includes(name))
      .filter(({ name }) => realmOf(name) === 'real' || project.realm === 'sandbox')
      .flatMap(({ name, everywhere }) =>
        feedsOf(project, everywhere).map((feed) => ({ ...feed, source: name, projectId: project.id })),
      ),
  )
}

async function write(
  ctx: Ctx,
  tx: Transaction,
  projects: readonly PolledProject[],
  wanted: readonly Wanted[],
): Promise<void> {
  const now = ctx.now().toISOString()
  const wantedRows = sql`jsonb_to_recordset(${JSON.stringify(wanted.map((each, at) => ({ ...each, at })))}::jsonb)
    as w("projectId" uuid, source text, kind text, stream text, name text, at int)`
  const isSameFeed = sql`p.source = w.source and p.kind = w.kind and p.stream = w.stream and p.name = w.name`
  // Locks the feeds to keep, so that a transaction that deletes their last use has to wait or finish first.
  await tx.execute(sql`
    select from feed p where exists (select from ${wantedRows} where ${isSameFeed}) order by p.id for key share`)
  const ids = [...new Map(wanted.map((each) => [keyOf(each), each])).values()].map(
    ({ source, kind, stream, name }) => ({ source, kind, stream, name, id: ctx.id() }),
  )
  await tx.execute(sql`
    insert into feed (id, source, kind, stream, name, next_at, created_at, turn)
    select i.id, source, kind, stream, name, ${now}, ${now}, min(own.turn)
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as i(id uuid, source text, kind text, stream text, name text)
      join (
        select w.source, w.kind, w.stream, w.name,
          row_number() over (partition by w."projectId", w.source order by w.at) - 1 as turn
        from ${wantedRows} where not exists (select from feed p where ${isSameFeed})) own using (source, kind, stream, name)
    group by 1, 2, 3, 4, 5`)
  const uses = sql`(select w."projectId" as project_id, p.id as feed_id from ${wantedRows} join feed p on ${isSameFeed})`
  await tx.execute(sql`
    insert into feed_use (project_id, feed_id, created_at) select w.*, ${now} from ${uses} w on conflict do nothing`)
  await tx.execute(sql`
    with wanted as materialized ${uses}
    delete from feed_use u where u.project_id = any (${sql.param(projects.map(({ id }) => id))}::uuid[])
      and not exists (select from wanted w where w.project_id = u.project_id and w.feed_id = u.feed_id)`)
}

function keyOf({ source, kind, stream, name }: Wanted): string {
  return `${source} ${kind} ${stream} ${name}`
}
