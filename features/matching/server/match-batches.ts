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

/** Candidates of one transaction: bounds its memory, and how long an edit waits for it. */
const foundAtOnce = 5_000

/** What one transaction finds, and how far in the batch it comes. */
interface Part {
  found: PhraseMatch[]
  /** Projects that it finds too much for. */
  flooding: string[]
  /** Items that are dealt with; of the next one, the projects up to this one. */
  position: number
  positionProject: string | null
}

/**
 * Finds the candidates among a batch, for every active project, or for the one whose import brought it, and takes
 * them to leads. A batch that holds more of them than one transaction takes goes on in another job. One that was dealt
 * with, by a job that is repeated or by two at once, stays as it is.
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

/** A member's import is looked at for their project alone; null where that isn't active. */
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
  // Where there is one project, nobody else waits for it.
  const bound = batch.projectId === null ? overflowThreshold(batch.itemCount) : Number.POSITIVE_INFINITY
  const leftOut = await overflowProjects(tx, batch)
  // What a project brought in for itself it takes, whatever it chose.
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

/** The version noted is that of the first part: a backfill errs towards reading the batch again. */
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
