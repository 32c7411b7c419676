import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { requireRight, roleIn } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { MessageSettings, MessageSettingsChange } from '../../contract-outbox.ts'
import { pauseCampaigns } from '../campaigns/take-back.ts'
import { message, messageSettings } from '../tables.ts'

export type SettingsRow = typeof messageSettings.$inferSelect

/** Returns how a project sends messages. */
export function readMessageSettings(ctx: Ctx, { id }: { id: string }): Promise<MessageSettings> {
  requireRight(ctx, id, 'readOutreach')
  return readOnly(ctx, (tx) => present(tx, id))
}

/**
 * Changes how a project sends messages. Throws ForbiddenError and ValidationError if somebody turns on automatic
 * messages who isn't an owner or doesn't agree. Turning to manual takes back what waits.
 */
export async function saveMessageSettings(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof MessageSettingsChange> },
): Promise<MessageSettings> {
  requireRight(ctx, id, 'changeOutreach')
  const { mode, agrees, ...limits } = data
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const row = await lockMessageSettings(ctx, tx, id)
    const now = ctx.now()
    const turnsOn = mode === 'automatic' && row.mode !== 'automatic'
    if (turnsOn) requireConsent(ctx, id, agrees)
    const consent = turnsOn
      ? { agreedBy: userId, agreedAt: now }
      : mode !== undefined && mode !== 'automatic'
        ? { agreedBy: null, agreedAt: null }
        : {}
    const changes = changesOf(row, { ...limits, mode, ...consent })
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await tx
        .update(messageSettings)
        .set({ ...changes, updatedAt: now })
        .where(eq(messageSettings.projectId, id))
      if (mode !== undefined && mode !== 'automatic') await pauseCampaigns(ctx, tx, id)
      if (mode === 'manual') await takeBackAll(ctx, tx, id)
      else await wakeMessages(ctx, tx, id, ['quietHours', 'daily', 'hourly'])
      await audit(ctx, tx, { projectId: id, action: 'messageSettings.update', subjectId: id, details: { changed } })
      await announce(ctx, tx, 'messages', [id])
    }
    return present(tx, id)
  })
}

function requireConsent(ctx: Ctx, projectId: string, agrees: true | undefined): void {
  if (roleIn(ctx, projectId) !== 'owner') {
    throw new ApiError('ForbiddenError', 'Only an owner of the project can turn on automatic messages')
  }
  if (agrees) return
  throw new ApiError('ValidationError', "Agree to the summary of Reddit's rules to turn on automatic messages", {
    errors: [{ path: ['agrees'], message: 'agrees must be true', name: 'ValidationError' }],
  })
}

/** Holds everything that a project hasn't sent yet. Stopping again keeps who stopped it first. */
export function stopMessages(ctx: Ctx, { id }: { id: string }): Promise<MessageSettings> {
  return switchMessages(ctx, id, true)
}

/** Lets messages leave again. */
export function resumeMessages(ctx: Ctx, { id }: { id: string }): Promise<MessageSettings> {
  return switchMessages(ctx, id, false)
}

async function switchMessages(ctx: Ctx, id: string, stops: boolean): Promise<MessageSettings> {
  requireRight(ctx, id, 'changeOutreach')
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const row = await lockMessageSettings(ctx, tx, id)
    if ((row.stoppedAt !== null) !== stops) {
      const now = ctx.now()
      const stop = stops ? { stoppedBy: userId, stoppedAt: now } : { stoppedBy: null, stoppedAt: null }
      await tx
        .update(messageSettings)
        .set({ ...stop, updatedAt: now })
        .where(eq(messageSettings.projectId, id))
      if (!stops) await wakeMessages(ctx, tx, id, ['stopped'])
      const action = stops ? 'messageSettings.stop' : 'messageSettings.resume'
      await audit(ctx, tx, { projectId: id, action, subjectId: id })
      await announce(ctx, tx, 'messages', [id])
    }
    return present(tx, id)
  })
}

/** Returns a project's settings, and keeps them from changing until the transaction ends. */
export async function lockMessageSettings(ctx: Ctx, tx: Transaction, projectId: string): Promise<SettingsRow> {
  const own = eq(messageSettings.projectId, projectId)
  const locked = () => tx.select().from(messageSettings).where(own).for('update')
  const [existing] = await locked()
  if (existing) return existing
  await tx.insert(messageSettings).values({ projectId, updatedAt: ctx.now() }).onConflictDoNothing()
  const [created] = await locked()
  if (!created) throw new Error('the settings were not written')
  return created
}

/** The defaults of the columns. */
const defaults = { mode: 'manual', quietFrom: 21, quietTo: 8, hourlyMost: 5, dailyMost: 20 } as const

/** Returns how a project sends messages, in words of the columns; the defaults if nobody has changed them. */
export async function messageModeOf(tx: Transaction, projectId: string): Promise<MessageSettings['mode']> {
  const [row] = await tx
    .select({ mode: messageSettings.mode })
    .from(messageSettings)
    .where(eq(messageSettings.projectId, projectId))
  return row?.mode ?? defaults.mode
}

async function present(tx: Transaction, projectId: string): Promise<MessageSettings> {
  const [row] = await tx.select().from(messageSettings).where(eq(messageSettings.projectId, projectId))
  if (!row) return { ...defaults, agreedAt: null, agreedBy: null, stoppedAt: null, stoppedBy: null }
  const { mode, quietFrom, quietTo, hourlyMost, dailyMost, agreedBy, stoppedBy } = row
  const ids = [agreedBy, stoppedBy].filter((id) => id !== null)
  const people = await tx.select({ id: user.id, name: user.username }).from(user).where(inArray(user.id, ids))
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name ?? null
  return {
    ...{ mode, quietFrom, quietTo, hourlyMost, dailyMost },
    ...{ agreedAt: row.agreedAt?.toISOString() ?? null, agreedBy: nameOf(agreedBy) },
    ...{ stoppedAt: row.stoppedAt?.toISOString() ?? null, stoppedBy: nameOf(stoppedBy) },
  }
}

/** Makes held messages due, because what holds them may have changed. */
async function wakeMessages(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  holds: readonly NonNullable<(typeof message.$inferSelect)['hold']>[],
): Promise<void> {
  const { rowCount } = await tx
    .update(message)
    .set({ dueAt: ctx.now() })
    .where(and(eq(message.projectId, projectId), eq(message.state, 'deferred'), inArray(message.hold, [...holds])))
  if (!rowCount) return
  await ctx.queue.send(tx, 'messages', {})
  await ctx.queue.send(tx, 'mailOutbox', {})
}

/** Makes drafts of all messages on Reddit that wait: none is sent in manual mode. */
async function takeBackAll(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await tx
    .update(message)
    .set({ ...draftColumns, updatedAt: ctx.now() })
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.channel, 'reddit')],
        inArray(message.state, ['queued', 'deferred']),
      ),
    )
}

/** The columns of a message that was taken back. */
export const draftColumns = {
  state: 'draft',
  ...{ reason: null, hold: null, deferredUntil: null, dueAt: null, parentName: null, subject: null },
} as const
