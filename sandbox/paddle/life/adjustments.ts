import type { Books } from '../state/books.ts'
import type { Adjustment, Transaction } from '../state/wire.ts'
import { Refusal } from './refusal.ts'

/** How long Paddle looks at a refund before it approves it. */
export const approvalMs = 600_000

/** Returns how many cents of a payment haven't been taken back. */
export function leftOf({ all }: Books, { id, status, details }: Transaction): number {
  if (status !== 'completed') return 0
  return all.adjustments
    .filter((each) => each.transaction_id === id && each.action !== 'credit')
    .reduce((left, { totals }) => left - Number(totals.total), Number(details.totals.grand_total))
}

/** Takes back a payment, or a part of it in cents. A refund waits for approval; a bank doesn't ask for a chargeback. */
export function takeBack(
  books: Books,
  transaction: Transaction,
  { action, cents, reason }: { action: 'refund' | 'chargeback'; cents: number | null; reason: string },
): Adjustment {
  const left = leftOf(books, transaction)
  const amount = cents ?? left
  if (amount <= 0 || amount > left) {
    throw new Refusal(
      400,
      'adjustment_total_amount_above_remaining_allowed',
      'The amount exceeds what can still be refunded.',
    )
  }
  const type = String(amount) === transaction.details.totals.grand_total ? 'full' : 'partial'
  const totals = { subtotal: String(amount), tax: '0', total: String(amount) }
  const withFees = { ...totals, fee: '0', earnings: String(amount), retained_fee: '0', currency_code: 'USD' }
  const adjustment: Adjustment = {
    id: books.id('adj'),
    action,
    type,
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id,
    customer_id: transaction.customer_id!,
    reason,
    credit_applied_to_balance: null,
    currency_code: 'USD',
    status: action === 'refund' ? 'pending_approval' : 'approved',
    items: [
      {
        id: books.id('adjitm'),
        item_id: transaction.details.line_items[0]!.id,
        type,
        amount: String(amount),
        proration: null,
        totals,
      },
    ],
    totals: withFees,
    payout_totals: withFees,
    created_at: books.now,
    updated_at: books.now,
  }
  books.all.adjustments.push(adjustment)
  books.emit('adjustment.created', adjustment)
  return adjustment
}

export function approve(books: Books, adjustment: Adjustment): void {
  Object.assign(adjustment, { status: 'approved', updated_at: books.now })
  books.emit('adjustment.updated', adjustment)
}
