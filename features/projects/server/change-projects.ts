import { and, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Source, sources } from '#engine/sources.ts'
import { addDefaultRules } from '#features/alerts/server/index.ts'
import { releasesChanged } from '#features/leads/server/index.ts'
import { eraseProjectSoon } from '#features/privacy/server/index.ts'
import {
  feedsChanged,
  insertWatchlist,
  requireReadable,
  startBackfill,
  watchlistChanged,
} from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { projectDeletedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { type Budget, spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { lockProject, lockProjectWithRight, writeArchived } from '#platform/server/tenancy/lock-project.ts'
import { requireProjectRoom, tooManyProjects } from '#platform/server/tenancy/project-limit.ts'
import { member, user } from '#platform/server/tenancy/tables.ts'
import type { Project, ProjectCreate, ProjectUpdate } from '../contract.ts'
import { firstSeeing } from './first-seeing.ts'
import { insertProject, presentProject, projects, writeProject } from './projects.ts'

/** Limits new projects, because each one adds a watchlist and briefly blocks other writers. */
export function projectBudgets({ actor }: Ctx): Budget[] {
  const userId = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `project by ${userId}`, attempts: 150, minutes: 60 }]
}

/**
 * Creates a project with its watchlist, all or nothing. The caller becomes its owner, and the first backfill starts at
 * once. A project with an empty watchlist is a draft (DECISIONS 16). Throws RateLimitError for more than 150 per hour,
 * and ConflictError if the caller owns 50.
 */
export async function createProject(ctx: Ctx, input: z.output<typeof ProjectCreate>): Promise<Project> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const { keywords, competitors, ...words } = input
  requireReadable(keywords, (index) => ['keywords', index])
  await spend(ctx, projectBudgets(ctx), 'You have created 150 projects in the past hour')
  const id = ctx.id()
  const hasWatchlist = words.summary !== '' || keywords.length > 0 || competitors.length > 0
  const status = hasWatchlist ? 'processing' : 'draft'
  return transaction(
    ctx,
    async (tx) => {
      await requireProjectRoom(tx, actor.userId, tooManyProjects.own)
      const { realm, sources: seen } = await firstSeeing(ctx, tx, words.website)
      const row = await insertProject(ctx, tx, actor.userId, { id, ...words, status, realm, sources: [...seen] })
      await addDefaultRules(ctx, tx, { projectId: id, userId: actor.userId })
      await insertWatchlist(ctx, tx, id, { keywords, competitors })
      await releasesChanged(ctx, tx, id)
      if (hasWatchlist) await startBackfill(ctx, tx, id)
      await audit(ctx, tx, { projectId: id, action: 'project.create', subjectId: id })
      return presentProject(row)
    },
    { alsoProjects: [id] },
  )
}

/** Lets jobs finish that are writing leads with the previous weights. */
const afterSeconds = 2

/** Settings that don't change the matches among stored posts. */
const fieldsWithoutBackfill: readonly string[] = ['timeZone', 'scoreWeights', 'communities', 'sendToModel']

/** Fields that change which feeds the project needs. */
const feedFields: readonly string[] = ['communities', 'sources']

/** Changes a project's settings. A change to words that find leads starts a new backfill. */
export async function updateProject(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ProjectUpdate> },
): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const row = await lockProject(ctx, tx, id)
    requireRight(ctx, id, 'changeProject')
    const chosen = data.sources && inOrder(data.sources)
    const changes = changesOf(row, { ...data, ...(chosen && { sources: chosen }) })
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await writeProject(ctx, tx, id, changes)
      if (changed.includes('timeZone')) await releasesChanged(ctx, tx, id)
      if (
        changed.some((field) =>
          field === 'sources' ? addsSource(row.sources, chosen) : !fieldsWithoutBackfill.includes(field),
        )
      )
        await watchlistChanged(ctx, tx, id)
      else if (changed.some((field) => feedFields.includes(field))) await feedsChanged(ctx, tx, id)
      else await announce(ctx, tx, 'project', [id])
      if (changed.includes('scoreWeights')) await ctx.queue.send(tx, 'reorder', { projectId: id }, { afterSeconds })
      await audit(ctx, tx, { projectId: id, action: 'project.update', subjectId: id, details: { changed } })
    }
    return readOne(ctx, tx, projects, id)
  })
}

/** Sorts sources in their usual order, without duplicates. */
function inOrder(chosen: readonly Source[]): Source[] {
  return sources.filter((source) => chosen.includes(source))
}

/** Adding a source needs a backfill of its posts; removing one doesn't. */
function addsSource(before: readonly Source[], after: readonly Source[] = before): boolean {
  return after.some((source) => !before.includes(source))
}

/** Archives a project, which then gets no new leads and keeps its data; or restores it and backfills it. */
export async function archiveProject(ctx: Ctx, { id, archived }: { id: string; archived: boolean }): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const row = await lockProjectWithRight(ctx, tx, id, 'deleteProject')
    if ((row.status === 'archived') !== archived) {
      await writeArchived(ctx, tx, id, archived)
      await watchlistChanged(ctx, tx, id)
      await audit(ctx, tx, { projectId: id, action: archived ? 'project.archive' : 'project.wake', subjectId: id })
    }
    return readOne(ctx, tx, projects, id)
  })
}

/**
 * Deletes a project: makes it inaccessible at once, and queues the erasure of its data. Requires an owner in person.
 */
export async function deleteProject(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockProjectWithRight(ctx, tx, id, 'deleteProject')
    await notifyOwners(ctx, tx, id)
    await eraseProjectSoon(ctx, tx, id)
  })
}

/** Emails all owners, including the one who deletes it, in case another person uses that account. */
async function notifyOwners(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const owners = await tx
    .select({ id: user.id, email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.projectId, projectId), eq(member.role, 'owner'), isNotNull(user.confirmedAt)))
    .orderBy(user.id)
  for (const { id, email } of owners) await sendMail(ctx, tx, { to: email, userId: id, ...projectDeletedLetter() })
}
