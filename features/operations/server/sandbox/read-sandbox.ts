import { ApiError } from '#platform/contract/errors.ts'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Ctx } from '#platform/server/ctx.ts'

/** Where the outside world in miniature listens, while it is on (DESIGN 7). Throws NotFoundError while it is off. */
export async function readSandbox({ sandbox }: Ctx): Promise<Sandbox> {
  if (!sandbox) throw new ApiError('NotFoundError', 'The sandbox is off')
  return sandbox
}
