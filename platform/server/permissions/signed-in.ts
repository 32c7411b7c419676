import { ApiError } from '../../contract/errors.ts'
import type { Ctx, PresentActor } from '../ctx.ts'

/** Returns the acting user's id. Throws ForbiddenError if the actor isn't a user. */
export function signedInId({ actor }: Ctx): string {
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  return actor.userId
}

/** Returns whether an internal admin acts as the user (docs/decisions/0128). */
export function isActing({ actor }: Ctx): boolean {
  return actor.kind === 'user' && actor.acting !== undefined
}

/** Returns a user signed in with a session. Throws ForbiddenError for others, including API tokens. */
export function presentActor({ actor }: Ctx): PresentActor {
  if (actor.kind !== 'user' || actor.sessionId === null) throw new ApiError('ForbiddenError', 'Forbidden')
  return actor
}
