import type { Ctx } from '../ctx.ts'

/** The user who makes a row; null where a job does. */
export function authorOf({ actor }: Ctx): string | null {
  return actor.kind === 'user' ? actor.userId : null
}
