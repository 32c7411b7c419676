import { sql } from 'drizzle-orm'
import type { CandidateFinder } from '#engine/candidates/candidates.ts'
import { shareWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { type Arrival, arrivalsOf, type Batch, isBatch, lockBatch } from './batches.ts'
import { type PhraseMatch, writeMatches } from './candidates.ts'
import { currentFinder, prepareFinder } from './finder.ts'
import { addToOverflow, overflowProjects, overflowThreshold } from './overflow-rows.ts'
import { closedTo } from './posts/realms.ts'
import { activeProject, currentPhraseVersion, finderOf } from './projects.ts'

import { recent } from './tables.ts'

/** Candidates per transaction: bounds memory and how long an edit waits. */
const foundAtOnce = 5_000

/** The matches of one transaction and the position it reached in the batch. */
interface Part {
  found: PhraseMatch[]
  /** Projects with too many matches. */
  flooding: string[]
  /** The number of processed items; `positionProject` is the last processed project of the next item. */
  position: number
  positionProject: string | null
}

/**
 * Matches a batch for every active project, or for the project that imported it, and writes the leads. A batch with too
 * many candidates for one transaction continues in another job. Does nothing for a processed batch, as when a job is
 * repeated or runs twice at once.
 */
export async function findCandidates(ctx: Ctx, key: Jobs['candidates']): Promise<void> {
  await prepareFinder(ctx)
  await transaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, key)
    if (!batch || batch.position >= batch.itemCount) return
    await shareWatchlist(tx)
    const finder = await finderFor(ctx, tx, batch)
    const part = finder === null ? allOf(batch) : await findPart(ctx, tx, batch, finder)
    if (finder !== null) await writeMatches(ctx, tx, part.found, finder)
    await addToOverflow(ctx, tx, key, part.flooding)
    await advance(tx, batch, part, ctx.now())
    if (part.position < batch.itemCount) await ctx.queue.send(tx, 'candidates', key)
  })
}

/** Returns the finder of the importing project for a member's import, or null if that project isn't active. */
async function finderFor(ctx: Ctx, tx: Transaction, { projectId }: Batch): Promise<CandidateFinder | null> {
  if (projectId === null) return currentFinder(ctx, tx)
  const project = await activeProject(tx, projectId)
  return project && finderOf(project)
}

function allOf({ itemCount }: Batch): Part {
  return { found: [], flooding: [], position: itemCount, positionProject: null }
}

async function findPart(ctx: Ctx, tx: Transaction, batch: Batch, finder: CandidateFinder): Promise<Part> {
  const arrivals = await arrivalsOf(tx, batch, batch.position)
  // A single project can't keep others waiting.
  const bound = batch.projectId === null ? overflowThreshold(batch.itemCount) : Number.POSITIVE_INFINITY
  const leftOut = await overflowProjects(tx, batch)
  // A project's choice of sources doesn't apply to its own imports.
  if (batch.projectId === null) for (const id of await closedTo(tx, batch.source)) leftOut.add(id)
  const counts = new Map<string, number>()
  const now = ctx.now().getTime()
  const found: PhraseMatch[] = []
  const flooding: string[] = []
  for (const arrival of arrivals) {
    const limit = foundAtOnce - found.length
    const candidates = finder.find(arrival.item, { after: after(batch, arrival), limit, except: leftOut, now })
    for (const candidate of candidates) {
      const count = (counts.get(candidate.projectId) ?? 0) + 1
      counts.set(candidate.projectId, count)
      if (count <= bound) found.push({ ...candidate, arrival })
      else {
        leftOut.add(candidate.projectId)
        flooding.push(candidate.projectId)
      }
    }
    const last = candidates.at(-1)
    if (last && candidates.length === limit) {
      return { found, flooding, position: arrival.index, positionProject: last.projectId }
    }
  }
  return { ...allOf(batch), found, flooding }
}

function after({ position, positionProject }: Batch, { index }: Arrival): string | undefined {
  return index === position ? (positionProject ?? undefined) : undefined
}

/** Keeps the phrase version of the first part, so that a backfill may read the batch again but never misses it. */
async function advance(tx: Transaction, batch: Batch, part: Part, now: Date): Promise<void> {
  await tx
    .update(recent)
    .set({
      phraseVersion: sql`coalesce(${recent.phraseVersion}, ${await currentPhraseVersion(tx)})`,
      position: part.position,
      positionProject: part.positionProject,
      finishedAt: part.position < batch.itemCount ? null : now,
    })
    .where(isBatch({ arrivedOn: batch.arrivedOn, batchId: batch.id }))
}
