import { and, count, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, lockRow, type Writing, writeRow } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { seal } from '#platform/server/seal.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import {
  Destination,
  type DestinationCreate,
  type DestinationUpdate,
  destinationsResource,
} from '../../contract-deliveries.ts'
import { readAddress, sealedAddress } from './address.ts'
import { newWebhookSecret } from './sign.ts'
import { destination } from './tables.ts'

export type DestinationRow = typeof destination.$inferSelect

/** The most destinations of a project. */
const projectMax = 20
/** How long messages are also signed with the former secret after a rotation, in ms. */
const rotationMs = 24 * 3_600_000

/** How destinations are read, without their addresses and secrets. */
export const destinations: Writing<DestinationRow, Destination> = {
  ...resourceRows({ resource: destinationsResource, entity: Destination }, destination),
  unique: { index: 'destination_name', field: 'name', taken: 'A webhook or chat with this name already exists' },
}

const written = { noun: 'destination', right: 'changeProject', rows: destinations } as const

/** Adds a webhook or a chat. Only this response contains a webhook's secret. */
export async function createDestination(
  ctx: Ctx,
  { project: projectId, channel, name, ...whereabouts }: DestinationCreate,
): Promise<Destination & { secret: string | null }> {
  requireRight(ctx, projectId, 'changeProject')
  if (channel !== 'webhook') requireChatAlerts(ctx)
  const secret = channel === 'webhook' ? newWebhookSecret(ctx) : null
  const values = {
    ...{ projectId, channel, name, ...sealedAddress(ctx, readAddress(channel, whereabouts)) },
    ...{ status: 'active' as const, secretSealed: secret && seal(ctx, 'webhook', secret), createdBy: signedInId(ctx) },
    ...{ formerSecretSealed: null, rotationEndsAt: null, failingSince: null, disabledReason: null },
  }
  const row = await createRow(ctx, written, values, { check: (tx) => requireRoom(ctx, tx, projectId) })
  return { ...row, secret }
}

/** Throws ValidationError unless the operator has turned on alerts in chat apps (CHAT_ALERTS). */
function requireChatAlerts({ chatAlerts }: Ctx): void {
  if (!chatAlerts)
    throw faultOfField('channel', 'channel must be webhook. Slack, Discord, and Telegram are coming soon')
}

/** The lock serializes the count of a project's destinations. */
async function requireRoom(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockProjectWithRight(ctx, tx, projectId, 'changeProject')
  const [known] = await tx.select({ total: count() }).from(destination).where(eq(destination.projectId, projectId))
  if ((known?.total ?? 0) >= projectMax) {
    throw new ApiError('ApplicationError', `This project has reached the limit of ${projectMax} webhooks and chats.`)
  }
}

/** Changes a destination. Activating it forgets earlier failures. */
export function updateDestination(
  ctx: Ctx,
  { id, data: { name, status, ...whereabouts } }: { id: string; data: DestinationUpdate },
): Promise<Destination> {
  const isMoved = Object.values(whereabouts).some((value) => value !== undefined)
  return updateRow(ctx, written, id, async (row) => ({
    ...(name !== undefined && { name }),
    ...(isMoved && sealedAddress(ctx, readAddress(row.channel, whereabouts))),
    ...(status !== undefined && { status, disabledReason: null }),
    ...(status === 'active' && row.status !== 'active' && { failingSince: null }),
  }))
}

export function deleteDestination(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

/** Replaces the secret. For a day, messages are signed with both, so that receivers can switch without a gap. */
export async function rotateSecret(ctx: Ctx, { id }: { id: string }): Promise<Destination & { secret: string | null }> {
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, destinations, id)
    requireRight(ctx, row.projectId, 'changeProject')
    if (row.channel !== 'webhook') throw new ApiError('ConflictError', 'Only webhooks have a secret.')
    const secret = newWebhookSecret(ctx)
    await writeRow(ctx, tx, destinations, row, {
      secretSealed: seal(ctx, 'webhook', secret),
      formerSecretSealed: row.secretSealed,
      rotationEndsAt: new Date(ctx.now().getTime() + rotationMs),
    })
    await audit(ctx, tx, { projectId: row.projectId, action: 'destination.rotate', subjectId: id })
    return { ...(await readOne(ctx, tx, destinations, id)), secret }
  })
}

/** Returns a destination's row, locked until the transaction ends; null if it is gone. */
export async function lockDestination(
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
): Promise<DestinationRow | null> {
  const isRow = and(eq(destination.projectId, projectId), eq(destination.id, id))
  const [row] = await tx.select().from(destination).where(isRow).for('update')
  return row ?? null
}
