import { escaped } from '../../reddit/pages/markdown.ts'
import type { Books } from '../state/books.ts'
import { cards } from '../state/cards.ts'
import type { Transaction } from '../state/wire.ts'

/** The checkout as Paddle.js describes it in its events. Amounts are in dollars. */
export function checkoutOf(books: Books, transaction: Transaction): object {
  const { totals, line_items: lines } = transaction.details
  const dollars = (cents: string) => Number(cents) / 100
  const customer = transaction.customer_id ? books.customer(transaction.customer_id) : undefined
  return {
    id: transaction.id.replace(/^txn/, 'che'),
    transaction_id: transaction.id,
    status: transaction.status,
    custom_data: transaction.custom_data,
    currency_code: transaction.currency_code,
    customer: { id: customer?.id ?? null, email: customer?.email ?? null, address: null, business: null },
    items: lines.map(({ price_id, product, quantity, totals: each }) => ({
      price_id,
      quantity,
      product: { id: product.id, name: product.name, description: product.description, image_url: null },
      totals: {
        subtotal: dollars(each.subtotal),
        tax: 0,
        total: dollars(each.total),
        discount: dollars(each.discount),
      },
    })),
    totals: {
      subtotal: dollars(totals.subtotal),
      tax: 0,
      total: dollars(totals.total),
      credit: dollars(totals.credit),
      balance: dollars(totals.balance),
      discount: dollars(totals.discount),
    },
  }
}

/** Returns the page in the overlay. `problem` replaces the form. Buttons work once the script has loaded. */
export function checkoutPage(
  books: Books,
  {
    transaction,
    token,
    email,
    problem,
  }: { transaction: Transaction | null; token: string; email: string; problem: string | null },
): string {
  const checkout = transaction ? { ...checkoutOf(books, transaction), token } : { transaction_id: null }
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Test checkout</title>
<style>
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; color: #111827; margin: 0; padding: 1rem 1.5rem }
p, dt { overflow-wrap: anywhere }
h2 { font-size: 1.125rem; margin: 1rem 0 .5rem }
h1 { font-size: 1.25rem; line-height: 1.25; margin: 1rem 0 .5rem }
.test { background: #fef3c7; padding: .5rem .75rem; border-radius: .375rem; margin: 0 }
header { display: flex; gap: 1rem; justify-content: space-between; align-items: start }
dl { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: .5rem 0 }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
.total { font-weight: 600 }
label, legend { font-weight: 600 }
fieldset { border: 0; padding: 0; margin: 1rem 0 }
fieldset label { display: flex; gap: .5rem; align-items: baseline; font-weight: 400; padding: .375rem 0 }
fieldset span { color: #4b5563; display: block }
input[type=email] { display: block; width: 100%; margin-top: .25rem; font: inherit; font-weight: 400; padding: .5rem; border: 1px solid #6b7280; border-radius: .375rem }
button { font: inherit; padding: .5rem 1rem; border: 1px solid #6b7280; border-radius: .375rem; background: #fff; color: inherit; cursor: pointer; white-space: nowrap }
button + button { margin-top: .5rem; width: 100% }
button.main { background: #111827; color: #fff; border-color: #111827; width: 100% }
#message:not(:empty) { border-left: 3px solid #b45309; padding-left: .75rem }
</style>
<header><p class="test"><b>This is a test.</b> No money moves.</p><button type="button" data-close disabled>Close</button></header>
<main>${transaction && !problem ? form(transaction, email) : `<h1>Checkout unavailable</h1><p>${escaped(problem ?? '')}</p>`}</main>
<script type="application/json" id="checkout">${JSON.stringify(checkout).replaceAll('<', '\\u003c')}</script>
<script type="module" src="checkout.js"></script>
</html>`
}

function form({ details, origin, customer_id: customer }: Transaction, email: string): string {
  const { totals, line_items: lines } = details
  const money = (cents: string) => `$${(Number(cents) / 100).toFixed(2)}`
  const isNewCard = origin === 'subscription_payment_method_change'
  const rows = lines.map(
    ({ product, totals: each }) => `<dt>${escaped(product.name)}</dt><dd>${money(each.subtotal)}</dd>`,
  )
  if (totals.discount !== '0') rows.push(`<dt>Discount</dt><dd>-${money(totals.discount)}</dd>`)
  if (totals.credit !== '0') rows.push(`<dt>Credit</dt><dd>-${money(totals.credit)}</dd>`)
  const choices = Object.entries(cards).map(
    ([key, { number, words }]) =>
      `<label><input type="radio" name="card" value="${key}"${key === 'good' ? ' checked' : ''}><span>${number}<br>${words}</span></label>`,
  )
  const address =
    customer === null
      ? `<label>Email<input type="email" name="email" required maxlength="254" value="${escaped(email)}" autocomplete="email"></label>`
      : ''
  return `<h1>${isNewCard ? 'Change your card' : 'Pay for Earshot'}</h1>
<dl>${rows.join('')}<dt>Tax</dt><dd>$0.00</dd><dt class="total">Due now</dt><dd class="total">${money(totals.balance)}</dd></dl>
<p id="message" role="status"></p>
<form action="pay" data-part="form">${address}
<fieldset><legend>Test card</legend>${choices.join('')}</fieldset>
<button class="main" disabled>${isNewCard ? 'Save card' : `Pay ${money(totals.balance)}`}</button></form>
<section id="confirmation" data-part="confirm" hidden><h2>Your bank asks</h2><p>Do you approve this test payment?</p>
<button type="button" class="main" value="yes">Approve</button><button type="button" value="no">Reject</button></section>
<section data-part="done" hidden><button type="button" class="main" data-close>Done</button></section>`
}
