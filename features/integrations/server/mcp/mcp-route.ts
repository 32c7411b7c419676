import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { identify, isFromElsewhere, tokenOf } from '#platform/server/http/authenticate.ts'
import type { CallEndpoint } from '#platform/server/http/endpoints.ts'
import type { TokenActor } from './mcp-server.ts'

interface McpOptions {
  version: string
  call: CallEndpoint
}

/** Registers `/api/mcp`: MCP over streamable HTTP without sessions, for API tokens (docs/decisions/0105). */
export function registerMcp(app: FastifyInstance, ctx: Ctx, { version, call }: McpOptions): void {
  app.post('/api/mcp', async (request, reply) => {
    const actor = await tokenActor(ctx, request, reply)
    const [membership] = actor.memberships
    if (!membership) throw new ApiError('NotFoundError', 'Not Found')
    const caller = { actor, request }
    const context = { projectId: membership.projectId, publicUrl: ctx.publicUrl, now: ctx.now(), caller, call }
    // Imported at first use: it takes 6 MB, and most servers have no such clients.
    const { serveMcp } = await import('./mcp-server.ts')
    return serveMcp(context, version, webRequest(ctx, request), request.body)
  })
  // Without sessions, there is no stream to open and none to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/api/mcp',
    exposeHeadRoute: false,
    handler: async (_request, reply) =>
      reply
        .code(405)
        .header('allow', 'POST')
        .send({ jsonrpc: '2.0', error: { code: -32000, message: 'Method not allowed.' }, id: null }),
  })
}

/** Returns the actor of the request's API token. Throws UnauthorizedError, which the answer's header explains. */
async function tokenActor(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<TokenActor> {
  if (isFromElsewhere(request, ctx.publicUrl)) {
    throw new ApiError('ForbiddenError', `This request didn't come from ${new URL(ctx.publicUrl).origin}`)
  }
  const token = tokenOf(request)
  const actor = token?.from === 'header' ? await identify(ctx, token) : null
  if (actor?.kind === 'user' && actor.sessionId === null) return actor
  reply.header('www-authenticate', 'Bearer')
  throw new ApiError('UnauthorizedError', 'Send an API token of the project as "Authorization: Bearer esk_..."')
}

/** Returns the request as the SDK reads it. Its body is passed on parsed, and its token stays here. */
function webRequest(ctx: Ctx, { url, headers }: FastifyRequest): Request {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && (/^mcp-/.test(name) || ['accept', 'content-type'].includes(name))
      ? [[name, value] as [string, string]]
      : [],
  )
  return new Request(new URL(url, ctx.publicUrl), { method: 'POST', headers: passed })
}
