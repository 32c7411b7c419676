import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Query } from '../../contract/query/query.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { Feature, Route } from '../feature.ts'
import { encodeAnswer, pickFields, shapeWrittenRow } from './answer.ts'
import { streamAnswer, wantsStream } from './answer-stream.ts'
import { authenticate, isFromElsewhere, requestCtx } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { type ConcurrencyLimit, concurrencyLimit } from './concurrency-limit.ts'
import { clearSessionCookies, setSessionCookies } from './cookies.ts'
import { errorOf } from './errors.ts'
import { deduplicateSubmissions } from './idempotency.ts'
import { callerOf, parseInput, type RawInput, type ReadInput, readInput } from './input.ts'
import { joinFeatures, type Registry } from './registry.ts'

/** The request property for its actor. */
const caller = 'caller'
/** The body limit for signed-out callers, in bytes. An email and a password need no more. */
const strangersBodyMax = 16 * 1024

/** Calls an endpoint for a caller who was authenticated, with the same checks as a request to it. */
export type CallEndpoint = <Answer extends z.ZodType>(
  caller: { actor: Actor; request: FastifyRequest },
  endpoint: Endpoint & { answer: Answer },
  input: RawInput,
) => Promise<z.output<Answer>>

/** Registers every endpoint of the features. Returns how other routes call them. */
export function registerEndpoints(app: FastifyInstance, ctx: Ctx, features: readonly Feature[]): CallEndpoint {
  const registry = joinFeatures(features)
  app.decorateRequest(caller, null)
  // Uploads are held in memory until complete. Clients that send one chunk at a time never reach the limit.
  const uploads = concurrencyLimit({
    max: 48,
    maxPerUser: 6,
    refusal: () =>
      new ApiError('ServiceUnavailableError', 'The server is receiving too many uploads. Try again in a moment.', {
        retryAfter: 1,
      }),
  })
  for (const route of registry.routes) register(app, ctx, { route, registry, uploads })
  return (caller, endpoint, raw) => {
    const route = registry.routes.find((each) => each.endpoint === endpoint)
    if (!route) throw new Error(`no feature serves ${endpoint.path}`)
    const input = { ...parseInput(endpoint, raw), ...callerOf(caller.request) }
    return answerOf(ctx, registry, { ...caller, route, endpoint, input })
  }
}

/** Authorizes a call, runs it, and encodes its answer. */
async function answerOf<Answer extends z.ZodType>(
  ctx: Ctx,
  registry: Registry,
  call: {
    route: Route
    endpoint: Endpoint & { answer: Answer }
    actor: Actor
    request: FastifyRequest
    input: ReadInput
  },
): Promise<z.output<Answer>> {
  const { route, endpoint, actor, request, input } = call
  const query = endpoint.find ? (input.query as Query) : null
  const subject = { ...input, query, ownQuery: input.query, reading: registry.readingAt(ctx, endpoint.path) }
  const answer = await authorize(ctx, actor, { endpoint, subject }, (allowed) =>
    registry.answer(requestCtx(ctx, allowed, request), route, input),
  )
  return encodeAnswer(endpoint, answer, request)
}

interface Registration {
  route: Route
  registry: Registry
  uploads: ConcurrencyLimit
}

/** Registers one endpoint: authenticates, reads the input, authorizes, calls the handler and encodes its answer. */
function register(app: FastifyInstance, ctx: Ctx, { route, registry, uploads }: Registration): void {
  const { endpoint } = route
  const { session } = endpoint
  // For writes: the endpoint that reads the row afterwards.
  const readBack = registry.readBackOf(endpoint)

  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...bodyLimitOf(endpoint),
    // Link previews send HEAD and must not use up a one-time link from a mail.
    exposeHeadRoute: endpoint.method === 'GET' && !endpoint.landing,
    // Runs before the body is read, so that unauthorized callers can't upload one.
    onRequest: async (request, reply) => {
      const clears = session === 'starts' || session === 'clears'
      if (clears && mayHaveCookies(ctx, request)) clearSessionCookies(reply, ctx.publicUrl)
      const actor = await authenticate(ctx, endpoint, request, reply)
      request.setDecorator(caller, actor)
      if (endpoint.bytesMax && actor.kind === 'user') reply.raw.once('close', uploads.acquire(actor.userId))
    },
    handler: landing(endpoint, async (request, reply) => {
      // A body can take a while to arrive. Its sender may have been signed out or removed meanwhile.
      const isLater = request.body !== undefined
      const actor = isLater ? await authenticate(ctx, endpoint, request, reply) : request.getDecorator<Actor>(caller)
      const input = readInput(endpoint, request, readBack?.find)
      const query = endpoint.find ? (input.query as Query) : null
      const work = (onText: ReadInput['onText']) =>
        deduplicateSubmissions(ctx, { actor, endpoint, request, body: input.body }, () =>
          answerOf(ctx, registry, { route, endpoint, actor, request, input: { ...input, onText } }),
        )
      if (wantsStream(endpoint, request)) {
        return streamAnswer(reply, work, (thrown) => errorOf(ctx, thrown, request.log))
      }
      const answer = await work(input.onText)
      if (mayHaveCookies(ctx, request)) updateSessionCookies(reply, endpoint, answer)
      reply.code(endpoint.status ?? 200)
      if (query) return pickFields(answer, query)
      return withRequestedFields(answer, input.query as Query | null, request, reply)
    }),
  })

  function updateSessionCookies(reply: FastifyReply, { session }: Endpoint, answer: unknown): void {
    if (session === 'ends') clearSessionCookies(reply, ctx.publicUrl)
    if (session !== 'starts' && session !== 'renews') return
    setSessionCookies(reply, z.object({ jwt: z.string() }).parse(answer).jwt, ctx.publicUrl)
  }

  /** Applies the `fields` and `populate` that Strapi's client sends with writes. */
  async function withRequestedFields(
    answer: unknown,
    query: Query | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    if (!readBack?.find || !query || !request.url.includes('?')) return answer
    return shapeWrittenRow(answer, { find: readBack.find, query }, async (id) => {
      // The write may have changed the caller's memberships, such as by creating a project.
      const actor = await authenticate(ctx, endpoint, request, reply)
      const subject = { id, body: null, query, reading: registry.readingAt(ctx, readBack.path) }
      const row = await authorize(ctx, actor, { endpoint: readBack, subject }, (allowed) =>
        registry.readRow(requestCtx(ctx, allowed, request), readBack, id, query),
      )
      return encodeAnswer(readBack, row, request)
    })
  }
}

/** Returns whether the answer may set cookies: another site must not sign a browser out, or in as another user. */
function mayHaveCookies(ctx: Ctx, request: FastifyRequest): boolean {
  return !isFromElsewhere(request, ctx.publicUrl)
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Redirects browsers that open a link from a mail to a page; other clients get the answer. Sends no referrer, since the
 * URL may contain a secret.
 */
function landing(endpoint: Endpoint, work: Handler): Handler {
  const to = endpoint.landing
  if (!to) return work
  return async (request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    if (!request.headers.accept?.includes('text/html')) return work(request, reply)
    try {
      await work(request, reply)
      return reply.redirect(to.done, 302)
    } catch (error) {
      const failed = error instanceof ApiError ? to.failed[error.name] : undefined
      if (failed === undefined) throw error
      return reply.redirect(failed, 302)
    }
  }
}

function bodyLimitOf({ bytesMax, access }: Endpoint): { bodyLimit?: number } {
  if (bytesMax) return { bodyLimit: bytesMax }
  return access === 'anyone' || access === 'known' ? { bodyLimit: strangersBodyMax } : {}
}
