import { and, asc, desc, gt, inArray, sql } from 'drizzle-orm'
import { buildFinder, type Hit } from '#engine/candidates/candidates.ts'
import { headlineOf } from '#engine/explain/headline.ts'
import { signalsOf } from '#engine/explain/signals.ts'
import type { Item } from '#engine/item.ts'
import { type CompiledProfile, compileProfile, type Scored, scoreItem } from '#engine/score/score.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { RunCriteria } from '../../contract.ts'
import type { RunRow } from '../runs.ts'
import { leadRunResult } from '../tables.ts'
import { isReadBy } from './readable-posts.ts'
import { ofRun } from './run-results.ts'
import type { StepChanges } from './take-step.ts'

/** Posts per step, which is how much a crash repeats. */
const postsAtOnce = 1000

/** Results kept for each one that is wanted, since copies are merged at the end. */
const keptEach = 2

/** Reads the next page of posts: matches and scores them as the pipeline does, and keeps the best. */
export async function readPosts(ctx: Ctx, tx: Transaction, run: RunRow): Promise<StepChanges> {
  const rows = await tx
    .select(itemColumns)
    .from(post)
    .where(and(isReadBy(run), run.afterPost === null ? undefined : gt(post.id, run.afterPost)))
    .orderBy(asc(post.id))
    .limit(postsAtOnce)
  const finder = buildFinder([{ id: run.projectId, profile: run.profile }])
  const compiled = compileProfile(run.profile)
  const now = run.createdAt.getTime()
  const candidates = rows.flatMap((row) => {
    const item = itemOf(row)
    const [found] = finder.find(item, { now })
    return found ? [{ item, hits: found.hits }] : []
  })
  const found = candidates.flatMap(({ item, hits }) => resultOf(compiled, run.criteria, item, hits) ?? [])
  await keepResults(ctx, tx, run, found)
  const last = rows.at(-1)
  return {
    phase: rows.length < postsAtOnce ? 'judging' : 'reading',
    afterPost: last?.id ?? run.afterPost,
    postsDone: run.postsDone + rows.length,
    candidates: run.candidates + candidates.length,
    results: await trimResults(tx, run),
    postsPerSecond: speedOf(run, rows.length, ctx.now()),
  }
}

interface Found {
  item: Item
  hits: readonly Hit[]
  scored: Scored
}

/** Returns a candidate with its score; null if it is off topic or doesn't meet the criteria. */
function resultOf(compiled: CompiledProfile, criteria: RunCriteria, item: Item, hits: readonly Hit[]): Found | null {
  const { signals, competitors } = criteria
  const named = new Set(competitors.map((name) => name.toLowerCase()))
  const isNamed = ({ kind, phrase }: Hit) => kind === 'competitor' && named.has(phrase.toLowerCase())
  if (named.size > 0 && !hits.some(isNamed)) return null
  const judgment = scoreItem(compiled, item, hits)
  if (judgment.label === 0) return null
  const scored = judgment.explained()
  const isMet = () => {
    const found = signalsOf(compiled, item, hits, scored.components)
    return signals.some((signal) => found.has(signal))
  }
  if (signals.length > 0 && !isMet()) return null
  return { item, hits, scored }
}

/**
 * Writes results. Locks their posts and leaves out those that have changed since they were read, so that none is written
 * from a text that is forgotten meanwhile.
 */
async function keepResults(ctx: Ctx, tx: Transaction, run: RunRow, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  const locked = await tx
    .select({ id: post.id, title: post.title, body: post.body })
    .from(post)
    .where(
      inArray(
        post.id,
        found.map(({ item }) => item.id),
      ),
    )
    .orderBy(asc(post.id))
    .for('key share')
  const texts = new Map(locked.map(({ id, title, body }) => [id, `${title}\n${body}`]))
  const compiled = compileProfile(run.profile)
  const now = ctx.now()
  const values = found
    .filter(({ item }) => texts.get(item.id) === `${item.title}\n${item.body}`)
    .map(({ item, hits, scored: { score, label, components } }) => ({
      ...{ projectId: run.projectId, id: ctx.id(), runId: run.id, postId: item.id, realm: run.realm },
      ...{ score, label, components, sentence: headlineOf(compiled, item, hits) },
      postedAt: item.postedAt === null ? null : new Date(item.postedAt),
      createdAt: now,
      updatedAt: now,
    }))
  if (values.length > 0) await tx.insert(leadRunResult).values(values).onConflictDoNothing()
}

/** Deletes all but the best results so far; returns how many there are. */
async function trimResults(tx: Transaction, run: RunRow): Promise<number> {
  const most = run.criteria.size * keptEach
  const rest = tx
    .select({ id: leadRunResult.id })
    .from(leadRunResult)
    .where(ofRun(run))
    .orderBy(desc(leadRunResult.score), sql`${leadRunResult.postedAt} desc nulls last`, asc(leadRunResult.id))
    .offset(most)
  await tx.delete(leadRunResult).where(and(ofRun(run), inArray(leadRunResult.id, rest)))
  return tx.$count(leadRunResult, ofRun(run))
}

/** The share of the latest page in the measured speed. */
const latestShare = 0.3

/** Returns the speed with the latest page. A page that waited for long, as after a crash, says little. */
function speedOf({ postsPerSecond, postsDone, updatedAt }: RunRow, posts: number, now: Date): number | null {
  const seconds = (now.getTime() - updatedAt.getTime()) / 1000
  if (seconds <= 0 || posts === 0) return postsPerSecond
  const latest = posts / seconds
  if (postsPerSecond === null || postsDone === 0) return latest
  return latestShare * latest + (1 - latestShare) * postsPerSecond
}
