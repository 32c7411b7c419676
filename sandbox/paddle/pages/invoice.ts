import type { Customer, Transaction } from '../state/wire.ts'

/** Returns the invoice of a transaction as a PDF of one page. */
export function invoicePdf(transaction: Transaction, customer: Customer | undefined): Buffer {
  const { invoice_number: number, billed_at: billedAt, details, currency_code: currency } = transaction
  const money = (cents: string) => `${(Number(cents) / 100).toFixed(2)} ${currency}`
  const { totals, line_items: lines } = details
  return pdfOf([
    'INVOICE (TEST)',
    'This invoice is from the sandbox. No money moved.',
    '',
    `Invoice number: ${number ?? ''}`,
    `Date: ${(billedAt ?? '').slice(0, 10)}`,
    `Customer: ${customer?.email ?? ''}`,
    '',
    ...lines.map(({ product, totals: each }) => `${product.name}: ${money(each.subtotal)}`),
    '',
    `Discount: ${money(totals.discount)}`,
    `Tax: ${money(totals.tax)}`,
    `Credit: ${money(totals.credit)}`,
    `Total: ${money(totals.grand_total)}`,
  ])
}

/** Writes lines of Latin text. The format needs the position of each object in bytes. */
function pdfOf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
  const stream = `BT /F1 12 Tf 18 TL 72 770 Td\n${text.join('\n')}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
