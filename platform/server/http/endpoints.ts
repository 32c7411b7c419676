import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type EndpointName, endpoints } from '#app/contracts.ts'
import { readBackOf } from '#app/read-back.ts'
import { pendingOf } from '#features/accounts/server/social/social-cookies.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import { type Query, readQuery } from '../../contract/query.ts'
import { invalidKey } from '../../contract/query-faults.ts'
import type { Resource } from '../../contract/resource.ts'
import { type Actor, actingAs, type Ctx, type PresentActor } from '../ctx.ts'
import type { Database } from '../database/database.ts'
import { type Proof, proving } from '../database/proof.ts'
import { isDatabaseAway } from '../fault.ts'
import { withinReach } from './admission.ts'
import { clearSessionCookies, setSessionCookies } from './cookies.ts'
import { identify, isFromElsewhere, presume, requireOwnOrigin, type Token, tokenOf } from './identify.ts'
import { inputFault, inputMessage } from './input-faults.ts'
import { pickFields } from './pick-fields.ts'
import { openPlaces, type Places } from './places.ts'
import { readQueryString } from './query-string.ts'
import { claimsOf, type Once, openTwins, type Submission } from './twins.ts'
import { asAskedFor } from './written-row.ts'

type Table = typeof endpoints

/** What a route gets: everything in it has passed the contract. Strapi's `data` wrapper is taken off. */
interface Input<N extends EndpointName> {
  id: Table[N]['path'] extends `${string}:id${string}` ? string : null
  number: Table[N]['path'] extends `${string}:number${string}` ? number : null
  body: Table[N] extends { body: infer B extends z.ZodType }
    ? WithoutWrapper<z.output<B>>
    : Table[N] extends { bytesMax: number }
      ? Buffer
      : null
  query: Table[N] extends { find: Resource }
    ? Query
    : Table[N] extends { query: infer Q extends z.ZodType }
      ? z.output<Q>
      : null
  /** The caller's network address. */
  address: string
  /** What this browser has of a sign-in that waits for an address (features/accounts); null for none. */
  pending: string | null
}
type WithoutWrapper<T> = T extends { data: infer D } ? D : T

type Answer<N extends EndpointName> = z.input<Table[N]['answer']>

/** Every endpoint of the contract with the verb behind it. */
export type Routes = { [N in EndpointName]: (ctx: Ctx, input: Input<N>) => Promise<Answer<N>> }

/** Where a request keeps who is calling. */
const caller = 'caller'
/** What somebody who is not signed in may send: an e-mail and a password are no larger. */
const strangersBodyMax = 16 * 1024

/** Puts the contract's table on the server: identify, parse, verb, encode. */
export function registerEndpoints(app: FastifyInstance, ctx: Ctx, routes: Routes): void {
  app.decorateRequest(caller, null)
  // Bodies are held in memory until they are whole. An import is sent piece by piece: whoever keeps to that never waits.
  const intake = openPlaces({
    most: 48,
    mostOfUser: 6,
    refusal: () =>
      new ApiError('ServiceUnavailableError', 'Too much is being sent at once. Try again in a moment.', {
        retryAfter: 1,
      }),
  })
  const once = openTwins(ctx.now, claimsOf(ctx))
  for (const name of Object.keys(endpoints) as EndpointName[]) register(app, ctx, { routes, intake, once, name })
}

interface Registration<N extends EndpointName> {
  routes: Routes
  intake: Places
  once: Once
  name: N
}

function register<N extends EndpointName>(
  app: FastifyInstance,
  ctx: Ctx,
  { routes, intake, once, name }: Registration<N>,
): void {
  const endpoint: Endpoint = endpoints[name]
  const readBack = readBackOf(endpoint)
  const reads = endpoint.method === 'GET' && endpoint.find !== undefined
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...bodyLimitOf(endpoint),
    // What opens links to look at them does so by HEAD, and is not who the link was sent to.
    exposeHeadRoute: endpoint.method === 'GET' && !endpoint.landing,
    // Before the body is read, so that a stranger's is not.
    onRequest: async (request, reply) => {
      const clears = endpoint.session === 'starts' || endpoint.session === 'clears'
      if (clears && mayHaveCookies(ctx, request)) clearSessionCookies(reply, ctx.publicUrl)
      const actor = await actorFor(ctx, endpoint, request, reply, reads ? presumed : identify)
      request.setDecorator(caller, actor)
      if (endpoint.bytesMax && actor.kind === 'user') reply.raw.once('close', intake.enter(actor.userId))
    },
    handler: landing(endpoint, async (request, reply) => {
      // A body may take its time: whoever was signed out or removed while sending it is nobody by now.
      const isLater = request.body !== undefined
      const again = () => actorFor(ctx, endpoint, request, reply, identify)
      const actor = isLater ? await again() : request.getDecorator<Actor>(caller)
      const sent = await whereProven(ctx, { actor, again }, (as, db) => answerTo(as, { ...ctx, db }, request, reply))
      if (!readBack || !request.url.includes('?')) return sent
      const query = readEndpointQuery(endpoint, request) as Query
      // Who calls is asked anew: what was written may be a project of theirs.
      return asAskedFor(sent, { find: readBack.find, query }, async (id) => {
        const subject = { path: readBack.endpoint.path, id, body: null, query }
        const { endpoint: read, name: by } = readBack
        const row = await withinReach<unknown>(ctx, await again(), { endpoint: read, subject }, (admitted) =>
          // A row is read by its id and a query that passed the contract just now.
          routes[by](requestCtx(ctx, admitted, request), { id, query } as never),
        )
        return encode(read, row, request)
      })
    }),
  })

  async function answerTo(actor: Actor, ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    // The contract's schemas, applied just now, are what Input<N> is derived from.
    const input = readInput(endpoint, request) as Input<N>
    const subject = { path: endpoint.path, ...input, query: endpoint.find ? (input.query as Query) : null }
    const work = async () => {
      const answer = await withinReach(ctx, actor, { endpoint, subject }, (admitted) =>
        routes[name](requestCtx(ctx, admitted, request), input),
      )
      return encode(endpoint, answer, request)
    }
    const submission = submissionOf(name, actor, { request, input })
    const sent = await (submission ? once(submission, work) : work())
    if (endpoint.session === 'ends' && mayHaveCookies(ctx, request)) clearSessionCookies(reply, ctx.publicUrl)
    const gives = endpoint.session === 'starts' || endpoint.session === 'renews'
    if (gives && mayHaveCookies(ctx, request)) {
      setSessionCookies(reply, z.object({ jwt: z.string() }).parse(sent).jwt, ctx.publicUrl)
    }
    reply.code(endpoint.status ?? 200)
    return endpoint.find ? pickFields(sent, (input as { query: Query }).query) : sent
  }
}

const proofs = new WeakMap<Actor, Proof>()

/** Who calls as they were last, with the proof that they still are kept for whereProven(); or who they are. */
async function presumed(ctx: Ctx, token: Token): Promise<Actor | null> {
  const presumption = await presume(ctx, token)
  if (!presumption) return identify(ctx, token)
  proofs.set(presumption.actor, presumption.proof)
  return presumption.actor
}

/**
 * Does some work for an actor. For one who was presumed nothing of it counts, be it an answer or an error, unless the
 * proof holds that went along with what it read; else all is done again for who it is.
 */
async function whereProven<T>(
  ctx: Ctx,
  { actor, again }: { actor: Actor; again: () => Promise<Actor> },
  work: (actor: Actor, db: Database) => Promise<T>,
): Promise<T> {
  const proof = proofs.get(actor)
  if (!proof) return work(actor, ctx.db)
  const [outcome] = await Promise.allSettled([work(actor, proving(ctx.db, proof))])
  // Asking a database that is frozen once more would keep the caller waiting as long again.
  if (outcome.status === 'rejected' && isDatabaseAway(outcome.reason)) throw outcome.reason
  if (!(await proof.isHeld(ctx.db))) return work(await again(), ctx.db)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** What a page of ours writes: what it makes is not made twice by a form that is sent twice. Programs mean what they say. */
function submissionOf(
  name: EndpointName,
  actor: Actor,
  { request, input }: { request: FastifyRequest; input: { id: string | null; body: unknown } },
): Submission | null {
  const { method, status }: Endpoint = endpoints[name]
  if (method === 'GET' || !isInPerson(actor) || tokenOf(request)?.from !== 'cookie') return null
  const makes = method === 'POST' && status === 201
  return { session: actor.sessionId, key: makes ? JSON.stringify([name, input.id, input.body]) : null }
}

/** Whether an answer may set or clear cookies: another site's page could sign a browser out, or in as somebody else. */
function mayHaveCookies(ctx: Ctx, request: FastifyRequest): boolean {
  return !isFromElsewhere(request, ctx.publicUrl)
}

/** The context of one request: who acts, and from where. */
export function requestCtx(ctx: Ctx, actor: Actor, request: FastifyRequest): Ctx {
  const client = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
  return { ...actingAs(ctx, actor), client }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Sends browsers that open an address from a mail on to a page; other clients get the answer. What was in the address
 * is told to nobody on the way.
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

async function actorFor(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  by: typeof identify,
): Promise<Actor> {
  switch (endpoint.access) {
    case 'anyone':
      return { kind: 'anonymous' }
    case 'known': {
      const actor = await actorOrNone(ctx, request, reply, by)
      return actor && isInPerson(actor) ? actor : { kind: 'anonymous' }
    }
    case 'signedIn':
      return signedIn(ctx, request, reply, by)
    case 'inPerson':
      return inPerson(ctx, request, reply, by)
  }
}

type UserActor = Extract<Actor, { kind: 'user' }>

/**
 * Who is signed in, or whose API token acts. Throws UnauthorizedError for a token that is no good, ForbiddenError without
 * one (DECISIONS 11) and for an API token that may only read and is to write.
 */
async function signedIn(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  by: typeof identify,
): Promise<UserActor> {
  const actor = await actorOrNone(ctx, request, reply, by)
  if (!actor) throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (actor.token?.scope === 'read' && !reads) throw new ApiError('ForbiddenError', 'This API token may only read')
  return actor
}

/** The same, but for API tokens: what concerns accounts, rights and keys is for people alone. */
export async function inPerson(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  by = identify,
): Promise<PresentActor> {
  const actor = await signedIn(ctx, request, reply, by)
  if (!isInPerson(actor)) throw new ApiError('ForbiddenError', 'An API token is not enough for this: sign in')
  return actor
}

function isInPerson(actor: Actor): actor is PresentActor {
  return actor.kind === 'user' && actor.sessionId !== null
}

/** Null for a token that is no good; as a cookie it is of no further use and goes (SPEC 4). */
async function actorOrNone(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  by: typeof identify,
): Promise<Actor | null> {
  const token = tokenOf(request)
  requireOwnOrigin(request, token, ctx.publicUrl)
  const actor = await by(ctx, token)
  if (!actor && token?.from === 'cookie') clearSessionCookies(reply, ctx.publicUrl)
  return actor
}

function readInput(endpoint: Endpoint, request: FastifyRequest): Input<EndpointName> {
  return {
    id: endpoint.path.includes(':id') ? readId(request.params) : null,
    number: endpoint.path.includes(':number') ? readNumber(request.params) : null,
    query: readEndpointQuery(endpoint, request),
    body: endpoint.bytesMax ? readBytes(request.body) : readBody(endpoint, request.body),
    address: request.ip,
    pending: pendingOf(request),
  } as Input<EndpointName>
}

/** What is no id can't be the id of anything. */
function readId(params: unknown): string {
  const parsed = z.object({ id: z.guid() }).safeParse(params)
  if (!parsed.success) throw new ApiError('NotFoundError', 'Not Found')
  return parsed.data.id
}

function readNumber(params: unknown): number {
  const parsed = z.object({ number: z.string().regex(/^\d{1,9}$/) }).safeParse(params)
  if (!parsed.success) throw new ApiError('NotFoundError', 'Not Found')
  return Number(parsed.data.number)
}

function readEndpointQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  const raw = readQueryString(request.url)
  if (endpoint.query) {
    const parsed = endpoint.query.safeParse({ ...raw }, { error: inputMessage, reportInput: false })
    if (!parsed.success) throw inputFault(parsed.error)
    return parsed.data
  }
  if (endpoint.find) return readQuery(endpoint.find, raw, isList(endpoint) ? 'list' : 'one')
  const readBack = readBackOf(endpoint)
  if (readBack) return readQuery(readBack.find, raw, 'one')
  const [key] = Object.keys(raw)
  if (key !== undefined) throw invalidKey([key])
  return null
}

/** Whether there are rows to filter, sort and page, or one. */
function isList({ path, find }: Endpoint): boolean {
  return find?.name !== 'me' && !path.includes(':id')
}

const nothing = z.union([z.undefined(), z.null(), z.strictObject({ data: z.strictObject({}).optional() })])

function readBody(endpoint: Endpoint, body: unknown): unknown {
  const schema = endpoint.body ?? nothing
  const wrapped = schema instanceof z.ZodObject && 'data' in schema.shape
  if (wrapped && !z.object({ data: z.looseObject({}) }).safeParse(body).success) {
    throw new ApiError('ValidationError', 'Missing "data" payload in the request body')
  }
  const parsed = schema.safeParse(body, { error: inputMessage, reportInput: false })
  if (!parsed.success) throw inputFault(parsed.error)
  if (!endpoint.body) return null
  return wrapped ? z.object({ data: z.unknown() }).parse(parsed.data).data : parsed.data
}

function readBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new ApiError('ValidationError', 'The request body must be bytes, with content-type: application/octet-stream')
}

/** Only what the contract declares leaves the server. A verb that answers anything else is a fault of ours. */
function encode(endpoint: Endpoint, answer: unknown, request: FastifyRequest): unknown {
  const encoded = endpoint.answer.safeParse(answer)
  if (encoded.success) return encoded.data
  const wrong = encoded.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`)
  request.log.error({ endpoint: endpoint.path, wrong }, 'the answer is not what the contract says')
  throw new ApiError('InternalServerError', 'Internal Server Error')
}
