import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { sourceNumbers } from '#features/matching/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { SeoLead, SeoQuestion, SeoReceipt, SeoReport, SeoThread } from '../contract.ts'
import { queriesOf } from './queries.ts'
import { seoThread, seoUpdate } from './tables.ts'

interface UpdateRow
  extends Pick<
    typeof seoUpdate.$inferSelect,
    'projectId' | 'realm' | 'source' | 'startedAt' | 'finishedAt' | 'nextAt'
  > {
  /** Whether the results wait for the next update. */
  isHeld: boolean
}

/** An update finds fewer, and the list shows a year of them. */
const threadsMost = 500
const receiptsMost = 20

/** Returns a project's SEO opportunities: the threads with their receipts, those of the current update first. */
export async function readSeo(ctx: Ctx, { id }: { id: string }): Promise<SeoReport> {
  roleIn(ctx, id)
  return transaction(
    ctx,
    async (tx) => {
      const queries = await queriesOf(tx, id)
      const update = await shownUpdate(tx, id)
      if (!update) {
        const none = { source: null, startedAt: null, finishedAt: null, nextAt: null, held: 0 }
        return { ...none, queries, threads: [], questions: [] }
      }
      const { isHeld } = update
      return {
        queries,
        source: update.source,
        startedAt: update.startedAt?.toISOString() ?? null,
        finishedAt: update.finishedAt?.toISOString() ?? null,
        nextAt: update.startedAt ? update.nextAt.toISOString() : null,
        held: isHeld ? await tx.$count(seoThread, isShown(update)) : 0,
        threads: isHeld ? [] : await threadsOf(tx, update),
        questions: await questionsFor(tx, update),
      }
    },
    { onlyProject: id },
  )
}

/** Returns the project's leads whose threads rank or are cited, with their receipts. */
export async function readSeoLeads(ctx: Ctx, { id }: { id: string }): Promise<SeoLead[]> {
  roleIn(ctx, id)
  return transaction(
    ctx,
    async (tx) => {
      const update = await shownUpdate(tx, id)
      if (!update || update.isHeld) return []
      const threads = await threadsOf(tx, update)
      return threads.flatMap(({ lead, receipts }) => {
        const told = receipts.filter(({ kind, isCurrent }) => isCurrent && kind !== 'estimated')
        return lead && told.length > 0 ? [{ lead, receipts: told }] : []
      })
    },
    { onlyProject: id },
  )
}

/** Held like leads: where the plan shows them at once, nothing waits (DECISIONS 21). */
async function shownUpdate(tx: Transaction, id: string): Promise<UpdateRow | null> {
  const [row] = await tx
    .select({ update: seoUpdate, releaseAt: project.leadsReleaseAt })
    .from(seoUpdate)
    .innerJoin(project, and(eq(project.id, seoUpdate.projectId), eq(project.realm, seoUpdate.realm)))
    .where(eq(seoUpdate.projectId, id))
  return row ? { ...row.update, isHeld: row.update.isFirst && row.releaseAt !== null } : null
}

const isShown = ({ projectId, realm }: Pick<UpdateRow, 'projectId' | 'realm'>) =>
  and(eq(seoThread.projectId, projectId), eq(seoThread.realm, realm))

/** The released lead of a thread; its post may be stored several times. */
const leadOfThread = sql<string | null>`(
  select o.id from opportunity o join post p on p.id = o.post_id
  where o.project_id = seo_thread.project_id and p.outside_id = seo_thread.outside_id and p.kind = 'post'
    and p.source = case seo_thread.realm when 'sandbox' then ${sourceNumbers.reddit.sandbox}::smallint
      else ${sourceNumbers.reddit.real}::smallint end and o.released_at is not null
  order by o.id limit 1)`

async function threadsOf(tx: Transaction, update: UpdateRow): Promise<SeoThread[]> {
  const rows = await tx
    .select({ thread: seoThread, lead: leadOfThread })
    .from(seoThread)
    .where(isShown(update))
    .orderBy(sql`${seoThread.updatedAt} desc`, asc(seoThread.id))
    .limit(threadsMost)
  const receipts = await receiptsOf(
    tx,
    update,
    rows.map(({ thread }) => thread.id),
  )
  const threads = rows.map(({ thread, lead }): SeoThread => {
    const { named, namedIn } = thread
    return {
      ...{ id: thread.id, subreddit: thread.subreddit, permalink: thread.permalink, title: thread.title, lead },
      receipts: receipts.get(thread.id) ?? [],
      comments: thread.comments,
      lastAnswerAt: thread.lastAnswerAt?.toISOString() ?? null,
      named: named && namedIn ? { in: namedIn, names: named } : null,
      factsAt: thread.factsAt?.toISOString() ?? null,
      isGone: thread.forgottenAt !== null,
    }
  })
  return threads
    .filter((thread) => thread.receipts.length > 0)
    .toSorted((a, b) => compareReceipts(a.receipts[0]!, b.receipts[0]!))
}

async function receiptsOf(
  tx: Transaction,
  { projectId, startedAt }: UpdateRow,
  threadIds: readonly string[],
): Promise<Map<string, SeoReceipt[]>> {
  type Row = Omit<SeoReceipt, 'askedAt'> & { threadId: string; askedAt: string | Date }
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select r.thread_id as "threadId", q.kind, q.engine, q.text as query, r.position, r.url, r.title,
      r.created_at as "askedAt", coalesce(q.update_at = ${startedAt?.toISOString() ?? null}::timestamptz, false) as "isCurrent"
    from seo_receipt r join seo_question q on q.project_id = r.project_id and q.id = r.question_id
    where r.project_id = ${projectId} and r.thread_id = any (${sql.param([...threadIds])}::uuid[])
    order by r.created_at desc, r.id`)
  const byThread = new Map<string, SeoReceipt[]>()
  for (const { threadId, askedAt, ...receipt } of rows) {
    const own = byThread.get(threadId) ?? []
    byThread.set(threadId, [...own, { ...receipt, askedAt: new Date(askedAt).toISOString() }])
  }
  for (const [id, own] of byThread) byThread.set(id, own.toSorted(compareReceipts).slice(0, receiptsMost))
  return byThread
}

const kindsInOrder = ['ranking', 'cited', 'estimated']

/** Current receipts come first, then better positions, then other kinds, then newer ones. */
function compareReceipts(a: SeoReceipt, b: SeoReceipt): number {
  const far = Number.MAX_SAFE_INTEGER
  return (
    Number(b.isCurrent) - Number(a.isCurrent) ||
    kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind) ||
    (a.position ?? far) - (b.position ?? far) ||
    b.askedAt.localeCompare(a.askedAt)
  )
}

async function questionsFor(tx: Transaction, { projectId, startedAt, isHeld }: UpdateRow): Promise<SeoQuestion[]> {
  if (!startedAt) return []
  type Row = Omit<SeoQuestion, 'askedAt'> & { askedAt: string | Date | null }
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select q.kind, q.engine, q.text, q.asked_at as "askedAt", q.fault, q.due_at is not null as "isOpen",
      (select count(*)::int from seo_receipt r where r.project_id = q.project_id and r.question_id = q.id) as found
    from seo_question q where q.project_id = ${projectId} and q.update_at = ${startedAt.toISOString()} order by q.id`)
  return rows.map(({ askedAt, ...question }) => ({
    ...question,
    found: isHeld ? 0 : question.found,
    askedAt: askedAt === null ? null : new Date(askedAt).toISOString(),
  }))
}

/** Returns a thread of the project that its members see; null if there is none, or if the plan holds it. */
export async function shownThread(
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
): Promise<typeof seoThread.$inferSelect | null> {
  const update = await shownUpdate(tx, projectId)
  if (!update || update.isHeld) return null
  const [thread] = await tx
    .select()
    .from(seoThread)
    .where(and(isShown(update), eq(seoThread.id, id), isNull(seoThread.forgottenAt)))
  return thread ?? null
}
