import { and, count, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { lockRow, type Writing, writeRow } from '#platform/server/database/rows/own-row.ts'
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
import { readWebhookAddress, sealedAddress } from './address.ts'
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
  unique: { index: 'destination_name', field: 'name', taken: 'A webhook with this name already exists' },
}

const written = { noun: 'destination', right: 'changeProject', rows: destinations } as const

/** Adds a webhook. Only this response contains its secret. */
export async function createDestination(
  ctx: Ctx,
  { project: projectId, channel, name, address }: DestinationCreate,
): Promise<Destination & { secret: string }> {
  requireRight(ctx, projectId, 'changeProject')
  const secret = newWebhookSecret(ctx)
  const values = {
    ...{ projectId, channel, name, ...sealedAddress(ctx, readWebhookAddress(address)) },
    ...{ status: 'active' as const, secretSealed: seal(ctx, 'webhook', secret), createdBy: signedInId(ctx) },
    ...{ formerSecretSealed: null, rotationEndsAt: null, failingSince: null, disabledReason: null },
  }
  const row = await createRow(ctx, written, values, { check: (tx) => requireRoom(ctx, tx, projectId) })
  return { ...row, secret }
}

/** The lock serializes the count of a project's destinations. */
async function requireRoom(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockProjectWithRight(ctx, tx, projectId, 'changeProject')
  const [known] = await tx.select({ total: count() }).from(destination).where(eq(destination.projectId, projectId))
  if ((known?.total ?? 0) >= projectMax) {
    throw new ApiError('ApplicationError', `This project has reached the limit of ${projectMax} webhooks.`)
  }
}

/** Changes a destination. Activating it forgets earlier failures. */
export function updateDestination(
  ctx: Ctx,
  { id, data: { address, status, ...data } }: { id: string; data: DestinationUpdate },
): Promise<Destination> {
  return updateRow(ctx, written, id, async (row) => ({
    ...data,
    ...(address !== undefined && sealedAddress(ctx, readWebhookAddress(address))),
    ...(status !== undefined && { status, disabledReason: null }),
    ...(status === 'active' && row.status !== 'active' && { failingSince: null }),
  }))
}

export function deleteDestination(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

/** Replaces the secret. For a day, messages are signed with both, so that receivers can switch without a gap. */
export async function rotateSecret(ctx: Ctx, { id }: { id: string }): Promise<Destination & { secret: string }> {
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, destinations, id)
    requireRight(ctx, row.projectId, 'changeProject')
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
