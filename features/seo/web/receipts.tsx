import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import type { SeoReceipt } from '../contract.ts'
import { dateText, receiptText, shareText } from './text.ts'

const shownMost = 4

/** What engines and models said about a thread, each with its date; a share of clicks is marked as an average. */
export function Receipts({ receipts }: { receipts: readonly SeoReceipt[] }) {
  const [all, setAll] = useState(false)
  const rest = all ? 0 : receipts.length - shownMost
  return (
    <ul aria-label="Receipts" className="flex flex-col gap-1 text-sm">
      {receipts.slice(0, all ? undefined : shownMost).map((receipt) => (
        <Receipt key={`${receipt.kind} ${receipt.engine} ${receipt.query} ${receipt.askedAt}`} receipt={receipt} />
      ))}
      {rest > 0 && (
        <li>
          <Button look="ghost" size="small" className="-ml-2.5" onClick={() => setAll(true)}>
            {rest === 1 ? 'Show 1 more receipt' : `Show ${rest} more receipts`}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Receipt({ receipt }: { receipt: SeoReceipt }) {
  const share = shareText(receipt)
  return (
    <li className="wrap-anywhere">
      <span className={receipt.isCurrent ? 'font-medium' : 'text-muted'}>{receiptText(receipt)}</span>
      <span className="tabular text-muted">
        {' · '}
        <time dateTime={receipt.askedAt}>{dateText(receipt.askedAt)}</time>
        {share && ` · ${share}`}
        {!receipt.isCurrent && ' · not found since'}
      </span>
    </li>
  )
}
