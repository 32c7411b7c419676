import type { Credentials, Identity } from '@earshot/contract/endpoints/identity'
import { ApiError } from '@earshot/contract/errors'
import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { passwordMatches } from './password.ts'
import { openSession } from './sessions.ts'
import { giveBack, loginBudgets, spend } from './throttle.ts'
import { refuseBlocked, userByIdentifier } from './users.ts'

/** Signs in by e-mail or username. An unknown name and a wrong password are one answer after one time (DECISIONS 8). */
export async function login(ctx: Ctx, input: Credentials & { address: string }): Promise<Identity> {
  const budgets = loginBudgets(input.identifier, input.address)
  await spend(ctx, budgets)
  const row = await transaction(ctx, (tx) => userByIdentifier(tx, input.identifier))
  const right = await passwordMatches(input.password, row?.passwordHash ?? null)
  if (!row || !right) throw new ApiError('ValidationError', 'Invalid identifier or password')
  refuseBlocked(row)
  return transaction(ctx, async (tx) => {
    await giveBack(tx, budgets)
    return openSession(ctx, tx, row)
  })
}
