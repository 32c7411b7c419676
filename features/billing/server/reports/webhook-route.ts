import type { FastifyInstance } from 'fastify'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { verifySignature } from '../paddle/signature.ts'
import { readEvent } from '../paddle/wire.ts'
import { receiveEvent } from './receive-event.ts'

/** How far the time of a signature may be from ours, in either direction. */
const toleranceSeconds = 300
/** The provider's largest events, with many items, stay far below. */
const bodyMax = 1024 * 1024

/**
 * Registers the address that the payment provider sends events to. It keeps the body's bytes, which the signature covers.
 * Any other answer than 200 makes the provider send the event again.
 */
export function registerPaddleWebhooks(app: FastifyInstance, ctx: Ctx): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyMax },
      async (_request: unknown, body: Buffer) => body,
    )
    scope.post('/api/paddle/webhooks', async (request, reply) => {
      if (!ctx.paddle) throw new ApiError('NotFoundError', 'Billing is off on this server.')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const header = request.headers['paddle-signature']
      requireSignature(ctx, body, typeof header === 'string' ? header : undefined)
      const json = parseJson(body)
      const event = readEvent(json)
      if (!event) throw new ApiError('ValidationError', 'The body is not an event that Earshot can read.')
      await receiveEvent({ ...ctx, log: ctx.log.child({ reqId: request.id }) }, event, json)
      return reply.send({ received: true })
    })
  })
}

function requireSignature(ctx: Ctx, body: Buffer, header: string | undefined): void {
  const secrets = ctx.paddle?.webhookSecrets ?? []
  const check = verifySignature({ body, header, secrets, now: ctx.now(), toleranceSeconds })
  if (check === 'malformed')
    throw new ApiError('ValidationError', 'The Paddle-Signature header is missing or malformed.')
  if (check === 'wrong') {
    throw new ApiError(
      'UnauthorizedError',
      'The signature is wrong. Compare PADDLE_WEBHOOK_SECRET with the secret in Paddle.',
    )
  }
  if (check === 'expired') {
    throw new ApiError('UnauthorizedError', "The signature is too old or from the future. Check this server's clock.")
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new ApiError('ValidationError', 'The request body is not valid JSON')
  }
}
