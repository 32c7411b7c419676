import type { Ctx } from '../ctx.ts'

/** Returns the acting user's id for a new row; null for jobs. */
export function authorOf({ actor }: Ctx): string | null {
  return actor.kind === 'user' ? actor.userId : null
}
