import { ApiError } from '../../contract/errors.ts'
import type { Ctx, PresentActor } from '../ctx.ts'

/** Throws ForbiddenError where it is not a user who acts. */
export function signedInId({ actor }: Ctx): string {
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  return actor.userId
}

/** Who is signed in, and no token of theirs. Throws ForbiddenError. */
export function presentActor({ actor }: Ctx): PresentActor {
  if (actor.kind !== 'user' || actor.sessionId === null) throw new ApiError('ForbiddenError', 'Forbidden')
  return actor
}
