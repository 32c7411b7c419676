import { eq, sql } from 'drizzle-orm'
import type { SourceRecord } from '#engine/records/record.ts'
import { type SavedItems, saveImported } from '#features/matching/server/imports/imported.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { imported, recent } from '#features/matching/server/tables.ts'
import { startBackfill, watchlistChanged } from '#features/watchlist/server/project-watchlist.ts'
import { competitor, keyword } from '#features/watchlist/server/tables.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { World } from './world.ts'

/** A product for tests of the pipeline: software for the clients of small agencies. */
const product = {
  name: 'Ledgerly',
  website: 'ledgerly.example',
  summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
  keywords: ['crm', 'client follow-ups', 'sales pipeline'],
  competitors: ['Pipewise'],
}

export function asJob(ctx: Ctx): Ctx {
  return actingAs(ctx, { kind: 'job', name: 'test' })
}

/** Creates a project with its backfill queued, as setup leaves it. */
export async function startProject(ctx: Ctx, overrides: Partial<typeof product> = {}): Promise<string> {
  const { keywords, competitors, ...own } = { ...product, ...overrides }
  const id = ctx.id()
  const dated = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await transaction(asJob(ctx), async (tx) => {
    await tx.insert(project).values({ id, ...own, status: 'processing', ...dated })
    for (const query of keywords) await addKeyword(ctx, tx, id, query)
    for (const name of competitors) {
      await tx.insert(competitor).values({ projectId: id, id: ctx.id(), name, status: 'active', ...dated })
    }
    await startBackfill(ctx, tx, id)
  })
  return id
}

/** Changes a project's watchlist, as the API does. */
export async function editProject(
  ctx: Ctx,
  id: string,
  change: { add?: string; remove?: string; status?: 'archived' },
): Promise<void> {
  await transaction(asJob(ctx), async (tx) => {
    const { add, remove, status } = change
    if (add) await addKeyword(ctx, tx, id, add)
    if (remove) await tx.delete(keyword).where(sql`project_id = ${id} and query = ${remove}`)
    if (status) await tx.update(project).set({ status }).where(eq(project.id, id))
    await watchlistChanged(ctx, tx, id)
  })
}

/** Imports posts as an archive does, for all projects or for one. */
export async function importRecords(
  ctx: Ctx,
  records: readonly SourceRecord[],
  projectId: string | null = null,
): Promise<SavedItems> {
  const importId = ctx.id()
  const dated = { createdAt: ctx.now(), updatedAt: ctx.now() }
  return transaction(asJob(ctx), async (tx) => {
    const row = { id: importId, projectId, name: 'posts.ndjson', origin: 'command', state: 'running' } as const
    await tx.insert(imported).values({ ...row, bytesTotal: 0, ...dated })
    return saveImported(ctx, tx, { importId, projectId }, records)
  })
}

async function addKeyword(ctx: Ctx, tx: Transaction, projectId: string, query: string): Promise<void> {
  const dated = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await tx.insert(keyword).values({ projectId, id: ctx.id(), kind: 'problem', query, status: 'active', ...dated })
}

/** Returns a post as a source delivers it. By default its author is looking for such a product. */
export function record(id: string, overrides: Partial<SourceRecord> = {}): SourceRecord {
  return {
    source: 'reddit',
    id,
    kind: 'post',
    subreddit: 'agency',
    author: 'u_mara',
    title: 'Looking for a CRM for client follow-ups, what do you recommend?',
    body: 'We are a team of four and our sales pipeline lives in a spreadsheet. Happy to pay for something simple.',
    flair: null,
    score: 12,
    numComments: 7,
    postedAt: Date.UTC(2026, 10, 20, 9),
    url: null,
    permalink: `/r/agency/comments/${id}/`,
    bodyTruncated: false,
    ...overrides,
  }
}

/** Delivers posts from Reddit and runs the pipeline on them. */
export async function deliverTo({ ctx, drain }: World, records: readonly SourceRecord[]): Promise<void> {
  await ingest(asJob(ctx), 'reddit-api', records)
  await drain()
}

/** Returns a post about an unrelated topic. */
export function chatter(id: string): SourceRecord {
  const title = 'My sourdough has never risen this well'
  return record(id, { title, body: 'Twelve hours in the fridge did it.', subreddit: 'breadit' })
}

/**
 * Returns all results of the pipeline without IDs and times, which are equal for equal posts and projects. Leaves out
 * mentions of former watchlist entries, since they depend on when posts were matched.
 */
export async function outcome(
  ctx: Ctx,
): Promise<Record<'candidates' | 'opportunities' | 'mentions' | 'counts' | 'projects', unknown[]>> {
  return transaction(asJob(ctx), async (tx) => {
    const candidates = await tx.execute(sql`
      select r.name as project, p.kind, p.outside_id as id, p.outside_name as name, c.label, c.score, c.hits,
        c.project_version = r.version as current
      from candidate c join post p on p.id = c.post_id join project r on r.id = c.project_id
      order by 1, 2, 3, 4`)
    const opportunities = await tx.execute(sql`
      select r.name as project, p.kind, p.outside_id as id, p.outside_name as name, o.label, o.score, o.components,
        o.sentence, o.state, o.saved, o.posted_at as "postedAt", o.window_due_at as "windowDueAt",
        f.outside_id as "siblingOf"
      from opportunity o join post p on p.id = o.post_id join project r on r.id = o.project_id
      left join opportunity s on s.project_id = o.project_id and s.id = o.sibling_of left join post f on f.id = s.post_id
      order by 1, 2, 3, 4`)
    const mentions = await tx.execute(sql`
      select r.name as project, p.kind as "postKind", p.outside_id as id, p.outside_name as name, m.kind, m.phrase,
        c.named, m.sentence, m.spans, m.sentiment, m.author, m.subreddit, m.realm, m.handled, m.posted_at as "postedAt"
      from mention m join post p on p.id = m.post_id join project r on r.id = m.project_id
      cross join lateral (
        select array_agg(n->>'phrase' order by n->>'phrase') as named from jsonb_array_elements(m.named) n
        where exists (select from keyword k where k.id::text = n->>'id' and k.query = n->>'phrase')
          or exists (select from competitor k where k.id::text = n->>'id' and k.name = n->>'phrase')
          or r.id::text = n->>'id'
      ) c
      where c.named is not null order by 1, 2, 3, 4`)
    const counts = await tx.execute(sql`
      select r.name as project, c.state, c.saved, sum(c.delta)::int as leads
      from opportunity_count c join project r on r.id = c.project_id
      group by 1, 2, 3 having sum(c.delta) <> 0 order by 1, 2, 3`)
    const projects = await tx.execute(sql`
      select r.name, r.status, r.backfilled_version = r.version as backfilled, r.backfill_total is null as still,
        (select count(*)::int from recent b where b.finished_at is null) as unfinished,
        (select count(*)::int from overflow) as overflow
      from project r order by 1`)
    return {
      candidates: candidates.rows,
      opportunities: opportunities.rows,
      mentions: mentions.rows,
      counts: counts.rows,
      projects: projects.rows,
    }
  })
}

/** Returns what is stored, without IDs and times. */
export async function kept(ctx: Ctx): Promise<{ posts: unknown[]; batches: unknown[]; jobs: unknown[] }> {
  return transaction(asJob(ctx), async (tx) => {
    const posts = await tx.execute(sql`
      select r.name as project, p.kind, p.outside_id as id, p.outside_name as name, p.title, md5(p.body) as body,
        p.import_id is not null as pinned
      from post p left join project r on r.id = p.project_id order by 1, 2, 3, 4`)
    const batches = await tx.execute(sql`
      select r.name as project, b.source, b.arrived_on = 'infinity' as pinned, b.item_count as items, b.position,
        b.finished_at is not null as finished
      from recent b left join project r on r.id = b.project_id order by 1, 2, 3, 4, 5`)
    const jobs = await tx.execute(sql`
      select name, state, count(*)::int as jobs from pgboss.job where state <> 'completed' group by 1, 2 order by 1, 2`)
    return { posts: posts.rows, batches: batches.rows, jobs: jobs.rows }
  })
}

/** Returns the keys of all batches, delivered and imported, oldest first. */
export async function batchesOf(ctx: Ctx): Promise<BatchKey[]> {
  return transaction(asJob(ctx), async (tx) => {
    return tx.select({ arrivedOn: recent.arrivedOn, batchId: recent.id }).from(recent).orderBy(recent.id)
  })
}

/** Adds this many copies of the oldest lead with other titles, in far less time than the pipeline takes. */
export async function copyLeads(ctx: Ctx, count: number): Promise<void> {
  const oldest = sql`select * from opportunity order by id limit 1`
  await transaction(asJob(ctx), (tx) =>
    tx.execute(sql`
      with copy as (
        insert into post select c.*
        from (${oldest}) o join post p on p.id = o.post_id, generate_series(1, ${count}::int) n,
          jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'outside_id', p.outside_id + n,
            'title', 'Which simple CRM for agency ' || n || '?', 'permalink', '/r/agency/comments/copy' || n || '/')) c
        returning id
      )
      insert into opportunity select c.*
      from (${oldest}) o, copy, jsonb_populate_record(null::opportunity,
        to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'post_id', copy.id)) c`),
  )
}

/** Returns the Reddit IDs of a project's leads. */
export async function leadsOf(ctx: Ctx, projectId: string): Promise<string[]> {
  return transaction(asJob(ctx), async (tx) => {
    const { rows } = await tx.execute<{ permalink: string }>(sql`
      select p.permalink from opportunity o join post p on p.id = o.post_id
      where o.project_id = ${projectId} order by p.permalink`)
    return rows.map(({ permalink }) => permalink.split('/').at(-2)!)
  })
}

/** Returns the failed jobs, newest first. */
export async function givenUp(
  ctx: Ctx,
): Promise<{ id: string; queue: string; error: string; projectId: string | null }[]> {
  return transaction(asJob(ctx), async (tx) => {
    const { rows } = await tx.execute<{ id: string; queue: string; error: string; projectId: string | null }>(sql`
      select id, source_name as queue, data->>'projectId' as "projectId",
        coalesce(source_output->>'error', source_output->'value'->>'message') as error
      from pgboss.job where name = ${failedQueue} order by created_on desc`)
    return rows
  })
}
