import { eq } from 'drizzle-orm'
import { hasRight } from '#engine/rules/access.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { EndpointConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { listModels } from '#platform/server/network/model-list.ts'
import { requireRight, roleIn } from '#platform/server/permissions/rights.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { ReplyModel, ReplyModelPut } from '../contract.ts'

/** The most names that an error lists. */
const namesMost = 10

/** Returns the endpoint and model that write a project's replies; null if no model is configured. */
export function modelFor(
  { model }: Pick<Ctx, 'model'>,
  { replyModel }: { replyModel: string | null },
): EndpointConfig | null {
  return model && { ...model, model: replyModel ?? model.model }
}

/** Throws ConflictError if no chat model is configured, or if the project's posts may not be sent to it. */
export function requireModel({ model }: Pick<Ctx, 'model'>, { sendToModel }: { sendToModel: boolean }): void {
  if (!model) throw new ApiError('ConflictError', 'No chat model is connected to this server.')
  if (!sendToModel)
    throw new ApiError('ConflictError', 'This project sends no posts to the chat model. Allow it in the settings.')
}

/** Returns which chat model writes a project's replies, and which ones there are to choose from. */
export async function readReplyModel(ctx: Ctx, { id }: { id: string }): Promise<ReplyModel> {
  const role = roleIn(ctx, id)
  const [row] = await transaction(
    ctx,
    (tx) =>
      tx.select({ model: project.replyModel, sends: project.sendToModel }).from(project).where(eq(project.id, id)),
    { onlyProject: id },
  )
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  const available = ctx.model && hasRight(role, 'changeProject') ? await listModels(ctx.model) : null
  return { ...row, default: ctx.model?.model ?? null, available }
}

/**
 * Chooses the chat model that writes a project's replies; null is the server's. Throws ValidationError if the endpoint
 * lists its models and this is none of them. A name that it doesn't list can't be checked before a reply is written.
 */
export async function chooseReplyModel(ctx: Ctx, { id, model }: { id: string } & ReplyModelPut): Promise<ReplyModel> {
  requireRight(ctx, id, 'changeProject')
  if (model !== null) await requireKnownModel(ctx, model)
  await transaction(ctx, async (tx) => {
    const row = await lockProjectWithRight(ctx, tx, id, 'changeProject')
    if (row.replyModel === model) return
    await tx.update(project).set({ replyModel: model, updatedAt: ctx.now() }).where(eq(project.id, id))
    const details = { changed: ['replyModel'] }
    await audit(ctx, tx, { projectId: id, action: 'project.update', subjectId: id, details })
    await announce(ctx, tx, 'project', [id])
  })
  return readReplyModel(ctx, { id })
}

async function requireKnownModel(ctx: Ctx, name: string): Promise<void> {
  if (!ctx.model) throw new ApiError('ConflictError', 'No chat model is connected to this server.')
  const available = await listModels(ctx.model)
  if (!available || available.includes(name) || name === ctx.model.model) return
  const names = available.slice(0, namesMost).join(', ')
  const more = available.length > namesMost ? ` and ${available.length - namesMost} more` : ''
  throw faultOfField('model', `The endpoint has no model “${name}”. It has: ${names}${more}.`)
}
