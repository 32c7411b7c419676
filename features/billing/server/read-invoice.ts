import type { Ctx } from '#platform/server/ctx.ts'
import { findOne } from '#platform/server/database/find.ts'
import type { Invoice } from '../contract.ts'
import { purchases } from './purchases.ts'

/**
 * Where the invoice of a purchase can be had (DECISIONS 19), of projects that the caller may bill; NotFoundError for any
 * other. No payment provider is connected yet that could be asked: as where one does not answer, there is no address.
 */
export async function readInvoice(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  await findOne(ctx, purchases, id)
  return { success: false, invoiceUrl: null }
}
