import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Endpoint, takesIdempotencyKey } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import { type Actor, actingAs, type Ctx } from '../ctx.ts'
import { transaction } from '../database/database.ts'
import { idempotencyKey } from '../database/tables.ts'
import { faultOf, isDeadlock } from '../faults/fault.ts'
import { seal, unseal } from '../seal.ts'

/** How long a key is kept, in ms. The expiry job deletes older ones. */
export const idempotencyMs = 24 * 3_600_000

/** A request made under a key. */
interface Submission {
  caller: string
  userId: string
  key: string
  fingerprint: string
}

interface Submitted {
  actor: Actor
  endpoint: Endpoint
  request: FastifyRequest
  body: unknown
}

/**
 * Runs `work` once per Idempotency-Key: a repeated request gets the first answer (docs/decisions/0062). Throws
 * ConflictError while the first request runs or if its outcome is unknown, and UnprocessableEntityError if the key was
 * used for a different request. A refused request frees its key.
 */
export async function deduplicateSubmissions(
  ctx: Ctx,
  submitted: Submitted,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const submission = submissionOf(submitted)
  if (!submission) return work()
  const callerCtx = actingAs(ctx, submitted.actor)
  if (!(await claim(callerCtx, submission))) return earlierAnswer(callerCtx, submission)
  let answer: unknown
  try {
    answer = await work()
  } catch (error) {
    if (isRefusal(error)) await release(callerCtx, submission)
    throw error
  }
  // The work is done, so its answer is valid even if it can't be stored. A repeated request then gets a conflict.
  await keepAnswer(callerCtx, submission, answer).catch((error) =>
    ctx.log.warn(faultOf(error), 'response for an idempotency key not stored'),
  )
  return answer
}

function submissionOf({ actor, endpoint, request, body }: Submitted): Submission | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || actor.kind !== 'user' || !takesIdempotencyKey(endpoint)) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('ValidationError', 'Idempotency-Key must be 1 to 255 visible ASCII characters')
  }
  const hash = createHash('sha256')
  // Bytes are hashed as they are: as JSON, they would take many times the memory.
  if (Buffer.isBuffer(body)) hash.update(`${request.url}\n`).update(body)
  else hash.update(JSON.stringify([request.url, body]))
  const fingerprint = hash.digest('base64url')
  return { caller: actor.token?.id ?? actor.userId, userId: actor.userId, key, fingerprint }
}

/** Claims an unused or expired key. Of two concurrent requests, one gets false. */
async function claim(ctx: Ctx, submission: Submission): Promise<boolean> {
  const now = ctx.now()
  const { caller, key } = idempotencyKey
  const fresh = { fingerprint: submission.fingerprint, answer: null, createdAt: now }
  const claimed = await transaction(ctx, (tx) =>
    tx
      .insert(idempotencyKey)
      .values({ ...submission, ...fresh })
      .onConflictDoUpdate({
        target: [caller, key],
        set: fresh,
        setWhere: lte(idempotencyKey.createdAt, new Date(now.getTime() - idempotencyMs)),
      })
      .returning({ key }),
  )
  return claimed.length > 0
}

async function earlierAnswer(ctx: Ctx, submission: Submission): Promise<unknown> {
  const [earlier] = await transaction(ctx, (tx) => tx.select().from(idempotencyKey).where(of(submission)))
  if (earlier && earlier.fingerprint !== submission.fingerprint) {
    throw new ApiError(
      'UnprocessableEntityError',
      'This Idempotency-Key was already used for a different request. Use a new key.',
    )
  }
  const answer = earlier?.answer ? unseal(ctx, 'answer', earlier.answer) : null
  if (answer !== null) return JSON.parse(answer)
  throw new ApiError(
    'ConflictError',
    'A request with this Idempotency-Key is in progress or was interrupted. Before you retry with a new key, check whether it took effect.',
  )
}

/** Returns whether the work certainly had no effect. After any other error, the outcome is unknown. */
function isRefusal(error: unknown): boolean {
  return isDeadlock(error) || (error instanceof ApiError && error.status < 500)
}

async function release(ctx: Ctx, submission: Submission): Promise<void> {
  await transaction(ctx, (tx) => tx.delete(idempotencyKey).where(of(submission)))
}

/** Stores the answer. It is sealed, since it may contain secrets such as a new API token. */
async function keepAnswer(ctx: Ctx, submission: Submission, answer: unknown): Promise<void> {
  const sealed = seal(ctx, 'answer', JSON.stringify(answer ?? null))
  await transaction(ctx, (tx) => tx.update(idempotencyKey).set({ answer: sealed }).where(of(submission)))
}

function of({ caller, key }: Submission) {
  return and(eq(idempotencyKey.caller, caller), eq(idempotencyKey.key, key))
}
