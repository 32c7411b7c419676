import { asTexts } from '#platform/contract/query/as-texts.ts'
import { readQuery } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { totalOf } from '#platform/server/database/rows/find.ts'
import { opportunitiesResource } from '../contract.ts'
import { opportunitiesOf } from './opportunities.ts'

/** Counts the leads that a list with these filters shows, as far as totals are counted. */
export async function countLeads(
  ctx: Ctx,
  tx: Transaction,
  filters: object,
): Promise<{ count: number; capped: boolean }> {
  const query = readQuery(opportunitiesResource, asTexts({ filters }), 'list')
  const { total, totalCapped = false } = await totalOf(ctx, tx, opportunitiesOf(ctx), query)
  return { count: total, capped: totalCapped }
}
