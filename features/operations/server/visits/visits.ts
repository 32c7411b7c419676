import type { FastifyInstance } from 'fastify'
import { ApiError } from '#platform/contract/errors.ts'
import { eventPath } from '#platform/contract/visits.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { isFromElsewhere, requestCtx } from '#platform/server/http/authenticate.ts'
import { addressBucket } from '#platform/server/network/address.ts'
import { VisitEvent } from '../../contract.ts'
import { openAllowance } from './allowance.ts'

const bodyMax = 8 * 1024
/** Events per minute. An office shares a network, but people view fewer than two pages per second. */
const allowed = { mostOfOne: 120, most: 6000 }

type Count = (ctx: Ctx, event: VisitEvent) => Promise<void>

/**
 * Receives the events of our pages (SPEC 7). They arrive as text, which browsers send without a preflight request, or
 * as JSON from other senders. Senders are not authenticated, so cookies are ignored.
 */
export function registerVisits(app: FastifyInstance, ctx: Ctx, count: Count): void {
  const allowance = openAllowance(ctx.now, allowed)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['text/plain', 'application/json'],
      { parseAs: 'string', bodyLimit: bodyMax },
      async (_: unknown, body: string) => body,
    )
    scope.post(eventPath, async (request, reply) => {
      if (isFromElsewhere(request, ctx.publicUrl))
        throw new ApiError('ForbiddenError', "Events are accepted only from this server's pages")
      if (!allowance.take(addressBucket(request.ip))) {
        throw new ApiError('RateLimitError', 'Too many events. Try again in a minute.', { retryAfter: 60 })
      }
      const event = eventIn(request.body)
      if (!event) throw new ApiError('ValidationError', 'The request body must be an event')
      await count(requestCtx(ctx, { kind: 'anonymous' }, request), event)
      return reply.code(202).type('text/plain').send('ok')
    })
  })
}

function eventIn(body: unknown): VisitEvent | null {
  try {
    return VisitEvent.safeParse(JSON.parse(String(body))).data ?? null
  } catch {
    return null
  }
}
