import { sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { projectIdsOf, readOnly } from '#platform/server/database/database.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Invoice, InvoiceLine } from '../../contract.ts'
import { paddleClient } from '../paddle/client.ts'
import { refundedSum } from '../reports/adjustment.ts'

/** Ten years of monthly payments. */
const linesMax = 120

interface Line extends Record<string, unknown> {
  id: string
  description: string
  number: string | null
  status: string
  total: string
  currency: string
  refunded: string
  created_at: string
  updated_at: string
}

/** Returns a project's payments, newest first. */
export async function listInvoices(ctx: Ctx, { id: projectId }: { id: string }): Promise<InvoiceLine[]> {
  requireRight(ctx, projectId, 'readBilling')
  const { rows } = await readOnly(ctx, (tx) =>
    tx.execute<Line>(sql`
      select p.id, p.description, p.number, p.status, p.total, p.currency, ${refundedSum(sql`p`)} as refunded,
        p.created_at, p.updated_at
      from payment p
      where p.project_id = ${projectId} and p.status <> 'canceled'
      order by p.created_at desc, p.id desc limit ${linesMax}`),
  )
  return rows.map((line) => {
    const dates = { createdAt: new Date(line.created_at), updatedAt: new Date(line.updated_at) }
    const { description, number, currency } = line
    return {
      ...rowHead({ id: line.id, ...dates }),
      description,
      number,
      total: { amount: Number(line.total), currency },
      state: stateOf(line),
    }
  })
}

function stateOf({ status, total, refunded }: Line): InvoiceLine['state'] {
  const back = Number(refunded)
  if (back > 0) return back >= Number(total) ? 'refunded' : 'partlyRefunded'
  return status === 'completed' || status === 'paid' ? 'paid' : 'due'
}

/**
 * Returns the URL of the invoice of a purchase or transaction (DECISIONS 19); null if the provider has none or doesn't
 * respond (SPEC 8). Throws NotFoundError unless the caller may read the billing of its project.
 */
export async function readInvoice(ctx: Ctx, { id }: { id: string }): Promise<Invoice> {
  const projects = sql`${sql.param(projectIdsOf(ctx.actor))}::uuid[]`
  const { rows } = await readOnly(ctx, (tx) =>
    tx.execute<{ provider_id: string }>(sql`
      select provider_id from payment where id = ${id} and project_id = any (${projects})
      union all select provider_id from purchase where id = ${id} and project_id = any (${projects})`),
  )
  const [row] = rows
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  const none = { success: false, invoiceUrl: null }
  if (!ctx.paddle) return none
  const outcome = await paddleClient(ctx.paddle).invoiceUrl(row.provider_id)
  return outcome.ok ? { success: true, invoiceUrl: outcome.value } : none
}
