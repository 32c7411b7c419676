import { and, eq, sql } from 'drizzle-orm'
import { nameReader } from '#engine/seo/names.ts'
import { forgetSeoThreads, goneThreads, readThreadFacts, threadsMost } from '#features/reddit/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { soughtNames } from './sought-names.ts'
import { seoThread } from './tables.ts'

type ThreadRow = typeof seoThread.$inferSelect

/** The threads to read in one run, which starts every minute; they share Reddit's limit with everything else. */
const readMost = 20
const dayMs = 24 * 3_600_000
/** Within a day even if a run is late (DESIGN 4). */
const recheckMs = 20 * 3_600_000

const idOf = ({ outsideId }: Pick<ThreadRow, 'outsideId'>) => outsideIdText({ outsideId, outsideName: null })

/**
 * Reads from Reddit whether new threads, and those of a new update, accept comments, when they were last answered, and
 * whom they name. Without Reddit's API, that stays unknown. Their texts aren't stored.
 */
export async function readFacts(ctx: Ctx): Promise<void> {
  if (!ctx.reddit) return
  const { realm } = ctx.reddit
  const threads = await transaction(ctx, (tx) => unreadThreads(tx, realm))
  for (const thread of threads) {
    if (ctx.stopping.aborted) return
    const reading = await readThreadFacts(ctx, { realm, threadId: idOf(thread) })
    if (reading.state === 'later' || reading.state === 'notConnected') return
    await transaction(ctx, async (tx) => {
      if (reading.state === 'gone') {
        await forgetSeoThreads(ctx, tx, { realm, outsideIds: [thread.outsideId] })
        return
      }
      const facts = reading.state === 'read' ? reading.facts : null
      const named = facts && nameReader(await soughtNames(tx, thread.projectId))(facts.texts)
      await tx
        .update(seoThread)
        .set({
          factsAt: ctx.now(),
          ...(facts && { comments: facts.comments, title: facts.title, checkedAt: ctx.now() }),
          ...(facts && { lastAnswerAt: facts.lastAnswerAt === null ? null : new Date(facts.lastAnswerAt) }),
          ...(named && { named, namedIn: 'thread' as const }),
        })
        .where(and(isRow(thread), sql`${seoThread.forgottenAt} is null`))
      await announce(ctx, tx, 'seo', [thread.projectId])
    })
  }
}

function isRow({ projectId, id }: ThreadRow) {
  return and(eq(seoThread.projectId, projectId), eq(seoThread.id, id))
}

/** Returns threads without facts, and those that an update found again since they were read. */
function unreadThreads(tx: Transaction, realm: ThreadRow['realm']): Promise<ThreadRow[]> {
  const isStale = sql`(${seoThread.factsAt} is null or (${seoThread.factsAt} < ${seoThread.updatedAt}
    and exists (select from seo_update u where u.project_id = ${seoThread.projectId} and u.started_at > ${seoThread.factsAt})))`
  return tx
    .select()
    .from(seoThread)
    .where(and(eq(seoThread.realm, realm), sql`${seoThread.forgottenAt} is null`, isStale))
    .orderBy(sql`${seoThread.factsAt} nulls first`, seoThread.id)
    .limit(readMost)
}

/** Forgets threads that are gone from Reddit; asks about a hundred a minute at most, and about each once a day. */
export async function recheckThreads(ctx: Ctx): Promise<void> {
  if (!ctx.reddit) return
  const { realm } = ctx.reddit
  const before = new Date(ctx.now().getTime() - recheckMs)
  const threads = await transaction(ctx, (tx) =>
    tx
      .selectDistinct({ outsideId: seoThread.outsideId })
      .from(seoThread)
      .where(
        sql`${seoThread.realm} = ${realm} and ${seoThread.forgottenAt} is null
          and ${seoThread.checkedAt} < ${before.toISOString()}`,
      )
      .orderBy(seoThread.outsideId)
      .limit(threadsMost),
  )
  if (threads.length === 0) return
  const gone = await goneThreads(ctx, { realm, threadIds: threads.map(idOf) })
  if (!gone) return
  const isGone = (thread: { outsideId: bigint }) => gone.has(idOf(thread))
  const outsideIds = threads.map(({ outsideId }) => outsideId)
  await transaction(ctx, async (tx) => {
    await forgetSeoThreads(ctx, tx, { realm, outsideIds: threads.filter(isGone).map(({ outsideId }) => outsideId) })
    await tx.execute(sql`
      with held as materialized (
        select project_id, id from seo_thread
        where realm = ${realm} and outside_id = any (${sql.param(outsideIds.map(String))}::bigint[])
        order by outside_id, project_id, id for update
      )
      update seo_thread t set checked_at = ${ctx.now().toISOString()} from held h
      where t.project_id = h.project_id and t.id = h.id`)
  })
}

/** How long receipts are kept: a year and a month, to compare with a year ago. */
const keptMs = 396 * dayMs

/** Deletes old questions with their receipts, and threads that no receipt is left of. */
export async function deleteOldReceipts(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs).toISOString()
  await transaction(ctx, async (tx) => {
    await tx.execute(sql`delete from seo_question where update_at < ${before}`)
    await tx.execute(sql`
      delete from seo_thread t where t.updated_at < ${before} and not exists (
        select from seo_receipt r where r.project_id = t.project_id and r.thread_id = t.id)`)
  })
}
