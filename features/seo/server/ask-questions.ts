import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { nameReader } from '#engine/seo/names.ts'
import { reservePosts } from '#features/leads/server/index.ts'
import { sourceNumbers } from '#features/matching/server/index.ts'
import { identityOf, withoutForgotten } from '#features/posts/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import { outsideIdOf } from '#platform/server/outside-id.ts'
import { citedThreads } from './asking/cited-sources.ts'
import { EngineError, type FoundThread } from './asking/found-thread.ts'
import { searchThreads } from './asking/search-engine.ts'
import { likelyThreads } from './asking/stored-posts.ts'
import { soughtNames } from './sought-names.ts'
import { seoQuestion, seoReceipt, seoThread } from './tables.ts'

type Question = typeof seoQuestion.$inferSelect

/** The questions of one run, which starts every minute: polite to search engines, which block those who hurry. */
const askedMost = 20
const attemptsMost = 4
/** How long a worker may take for a question before another asks it. */
const leaseMs = 3 * 60_000
const minuteMs = 60_000

/**
 * Asks the questions that are due, one after the other. No transaction is open meanwhile, and a killed worker's question
 * is asked again. One that fails is retried later; when the search server or model is down, so are all others.
 */
export async function askQuestions(ctx: Ctx): Promise<void> {
  for (let asked = 0; asked < askedMost && !ctx.stopping.aborted; asked++) {
    const question = await transaction(ctx, (tx) => leaseNext(ctx, tx))
    if (!question) return
    try {
      const found = await answerTo(ctx, question)
      await transaction(ctx, (tx) => saveAnswer(ctx, tx, question, found))
    } catch (error) {
      if (!(error instanceof EndpointError || error instanceof EngineError)) throw error
      await transaction(ctx, (tx) => saveFailure(ctx, tx, question, error))
      if (error instanceof EndpointError) return
    }
  }
}

async function leaseNext(ctx: Ctx, tx: Transaction): Promise<Question | null> {
  const now = ctx.now()
  const next = sql`(${seoQuestion.projectId}, ${seoQuestion.id}) in (
    select project_id, id from seo_question where due_at <= ${now.toISOString()}
    order by due_at, id limit 1 for update skip locked)`
  const [leased] = await tx
    .update(seoQuestion)
    .set({ dueAt: new Date(now.getTime() + leaseMs), attempts: sql`${seoQuestion.attempts} + 1` })
    .where(next)
    .returning()
  return leased ?? null
}

/** Throws EndpointError and EngineError. */
async function answerTo(ctx: Ctx, { kind, text, engine, projectId, realm }: Question): Promise<FoundThread[]> {
  if (kind === 'estimated') {
    // Searching is a right of members: it sees what they see.
    const member = actingAs(ctx, { kind: 'anonymous' })
    return transaction(member, (tx) => likelyThreads(ctx, tx, { projectId, query: text }), {
      alsoProjects: [projectId],
    })
  }
  if (kind === 'ranking') {
    if (ctx.search?.realm !== realm) throw new EngineError('No search engine is connected')
    return searchThreads(ctx.search, { query: text, engine })
  }
  if (ctx.model?.model !== engine) throw new EngineError('This chat model is no longer connected')
  const granted = await transaction(ctx, (tx) => reservePosts(ctx, tx, projectId, 1))
  if (granted === 0) throw new EngineError("Today's limit for the chat model was reached")
  return citedThreads(ctx.model, text)
}

/** Saves an answer with a receipt per thread, once. Threads that were forgotten get none. */
async function saveAnswer(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, kind, realm }: Question,
  found: readonly FoundThread[],
): Promise<void> {
  const now = ctx.now()
  const isOpen = and(eq(seoQuestion.projectId, projectId), eq(seoQuestion.id, id), isNotNull(seoQuestion.dueAt))
  const [answered] = await tx
    .update(seoQuestion)
    .set({ dueAt: null, askedAt: now, fault: null })
    .where(isOpen)
    .returning({ id: seoQuestion.id })
  if (!answered) return
  const isNamedIn = found.some(({ texts }) => texts) ? nameReader(await soughtNames(tx, projectId)) : null
  // In a fixed order, which prevents deadlocks with forgetting.
  const inOrder = found.toSorted((a, b) => (a.thread.id < b.thread.id ? -1 : 1))
  for (const { thread, texts, ...result } of await shownThreads(tx, realm, inOrder)) {
    const named = texts && isNamedIn ? { named: isNamedIn(texts), namedIn: 'post' as const } : {}
    const { outsideId } = outsideIdOf(thread.id)
    const values = { subreddit: thread.subreddit, permalink: thread.permalink, title: result.title }
    const [row] = await tx
      .insert(seoThread)
      .values({
        ...{ projectId, id: ctx.id(), realm, outsideId, ...values, ...named },
        ...{ checkedAt: now, createdAt: now, updatedAt: now },
      })
      .onConflictDoUpdate({
        target: [seoThread.projectId, seoThread.realm, seoThread.outsideId],
        set: { updatedAt: now, ...(kind === 'estimated' && named) },
        setWhere: sql`${seoThread.forgottenAt} is null`,
      })
      .returning({ id: seoThread.id })
    if (!row) continue
    await tx
      .insert(seoReceipt)
      .values({ projectId, id: ctx.id(), threadId: row.id, questionId: id, realm, ...result, createdAt: now })
      .onConflictDoNothing()
  }
  await announce(ctx, tx, 'seo', [projectId])
}

async function shownThreads(
  tx: Transaction,
  realm: Question['realm'],
  found: readonly FoundThread[],
): Promise<FoundThread[]> {
  const identities = found.map(({ thread }) => ({
    ...{ source: sourceNumbers.reddit[realm], kind: 'post', outsideId: outsideIdOf(thread.id).outsideId.toString() },
  }))
  const shown = new Set((await withoutForgotten(tx, identities)).map(identityOf))
  return found.filter((_, at) => shown.has(identityOf(identities[at]!)))
}

/** Plans the next attempt, later each time; after the last one, the question stays unanswered and says why. */
async function saveFailure(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, attempts }: Question,
  error: EndpointError | EngineError,
): Promise<void> {
  const wait = error instanceof EndpointError && error.waitSeconds !== null ? error.waitSeconds * 1000 : 0
  const isLast = attempts >= attemptsMost
  const dueAt = new Date(ctx.now().getTime() + Math.max(wait, 5 * minuteMs * 4 ** (attempts - 1)))
  await tx
    .update(seoQuestion)
    .set({ dueAt: isLast ? null : dueAt, fault: error.message })
    .where(and(eq(seoQuestion.projectId, projectId), eq(seoQuestion.id, id), isNotNull(seoQuestion.dueAt)))
  await announce(ctx, tx, 'seo', [projectId])
}
