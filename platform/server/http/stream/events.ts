import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../../contract/errors.ts'
import { positionHeader } from '../../../contract/event-position.ts'
import { invalidKey } from '../../../contract/query/query-faults.ts'
import { actingAs, type Ctx } from '../../ctx.ts'
import { roleIn } from '../../permissions/rights.ts'
import { inPerson } from '../authenticate.ts'
import { requireReadAccess } from '../authorize.ts'
import { readQueryString } from '../url.ts'
import type { Hub } from './stream-hub.ts'

/**
 * Serves `GET /api/events?project=ID`: a project's changes as server-sent events (platform/contract/events.ts). Not in
 * the contract's table, since its response never ends.
 */
export function registerEvents(app: FastifyInstance, ctx: Ctx, hub: Hub): void {
  app.get('/api/events', { exposeHeadRoute: false }, async (request, reply) => {
    // A stream closes when its session ends. API tokens have no session.
    const actor = await inPerson(ctx, request, reply)
    const projectId = readProject(request.url)
    // Throws for non-members. Any role may watch.
    roleIn(actingAs(ctx, actor), projectId)
    await requireReadAccess(ctx, actor, projectId)
    const { userId, sessionId } = actor
    const cursor = request.headers['last-event-id']
    const stream = await hub.open({ userId, sessionId, projectId }, cursor === undefined ? null : String(cursor))
    if (request.raw.destroyed) stream.destroy()
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      // Keeps proxies from transforming or buffering the stream.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    return reply.send(stream)
  })
  // A page asks who is signed in before it fetches anything else.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' || request.routeOptions.url !== '/api/users/me' || reply.statusCode !== 200) return
    const position = await hub.position()
    if (position !== null) reply.header(positionHeader, position)
  })
  app.addHook('preClose', async () => hub.close())
}

function readProject(url: string): string {
  const { project, ...others } = readQueryString(url)
  const [key] = Object.keys(others)
  if (key !== undefined) throw invalidKey([key])
  const parsed = z.guid().safeParse(project)
  if (parsed.success) return parsed.data
  const message = project === undefined ? 'project is required' : 'project must be an ID'
  throw new ApiError('ValidationError', message, { errors: [{ path: ['project'], message, name: 'ValidationError' }] })
}
