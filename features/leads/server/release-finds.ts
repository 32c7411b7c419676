import { releaseStep } from '#engine/rules/schedule.ts'
import type { Quota } from '#engine/subscription/plans.ts'
import { projectEntitlement } from '#features/billing/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { releaseAged } from './ranking/windows.ts'
import {
  lockReleases,
  noteReleases,
  projectsToLookAt,
  type Releases,
  releaseHeld,
  type Stream,
  streams,
  takeReleases,
} from './releases.ts'

const projectsAtOnce = 500
/** By then, transactions that still wrote items by the old settings have been committed. */
const stragglersMs = 60_000

const kinds = { leads: 'opportunities', mentions: 'mentions' } as const satisfies Record<Stream, string>

const intervals = { leads: 'keywordsInterval', mentions: 'mentionsInterval' } as const satisfies Record<
  Stream,
  keyof Quota
>

/**
 * Releases what is due in all projects, one transaction each: after a crash, items have been both released and
 * announced, or neither. Any number of workers share the projects. An error in one project does not hold up the others;
 * the last one is thrown at the end.
 */
export async function releaseDue(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  for (let after: string | null = null; !ctx.stopping.aborted; ) {
    const page = { now: ctx.now(), after, limit: projectsAtOnce }
    const projectIds: string[] = await transaction(ctx, (tx) => projectsToLookAt(tx, page))
    for (const projectId of projectIds) {
      await transaction(ctx, (tx) => releaseIfFree(ctx, tx, projectId)).catch((error: unknown) => {
        ctx.log.error({ projectId, ...faultOf(error) }, 'release failed')
        fault = { error }
      })
    }
    after = projectIds.at(-1) ?? null
    if (projectIds.length < projectsAtOnce) break
  }
  if (fault) throw (fault as { error: unknown }).error
}

async function releaseIfFree(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const releases = await takeReleases(tx, projectId, ctx.now())
  if (releases) await updateReleases(ctx, tx, projectId, releases)
}

/**
 * Updates a project's releases. Call it in each transaction that changes the project's plan, access or time zone.
 * Releases what becomes due.
 */
export async function releasesChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const releases = await lockReleases(tx, projectId)
  if (releases) await updateReleases(ctx, tx, projectId, releases)
}

async function updateReleases(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { timeZone, ...current }: Releases & { timeZone: string },
): Promise<void> {
  const entitled = await projectEntitlement(ctx, tx, projectId)
  if (!entitled) return
  const now = ctx.now()
  const next: Releases = { ...current }
  let hasAnnounced = false
  for (const stream of streams) {
    const interval = entitled.quota?.[intervals[stream]] ?? 'atOnce'
    const step = releaseStep(current[stream], entitled.access.granted ? { interval, timeZone } : null, now)
    next[stream] = step.releasesAt
    if (step.due && (await release(ctx, tx, projectId, stream))) hasAnnounced = true
  }
  const isFreed = streams.some((stream) => current[stream] !== null && next[stream] === null)
  const stragglersAt = isFreed ? new Date(now.getTime() + stragglersMs) : null
  const clock = [next.leads, next.mentions, entitled.until, stragglersAt].filter((at) => at !== null)
  const lookAt = entitled.access.granted ? earliest(clock) : null
  await noteReleases(tx, projectId, next, lookAt)
  const isChanged = streams.some((stream) => current[stream]?.getTime() !== next[stream]?.getTime())
  if (isChanged && !hasAnnounced) await announce(ctx, tx, 'project', [projectId])
}

/**
 * Releases leads with their current reply window, as the stored one is from when they were found. Announces them once,
 * however many there are, and returns whether there were any.
 */
async function release(ctx: Ctx, tx: Transaction, projectId: string, stream: Stream): Promise<boolean> {
  const aged = stream === 'leads' ? await releaseAged(ctx, tx, projectId) : 0
  const count = aged + (await releaseHeld(ctx, tx, projectId, stream))
  if (count > 0) {
    await announce(ctx, tx, kinds[stream], [projectId])
    await ctx.queue.send(tx, 'alerts', {})
  }
  return count > 0
}

function earliest(instants: readonly Date[]): Date | null {
  return instants.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null)
}
