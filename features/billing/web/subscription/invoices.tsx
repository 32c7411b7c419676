import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateText } from '#engine/subscription/state.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import type { InvoiceLine } from '../../contract.ts'
import { call } from '../api.ts'
import { invoiceBadges, moneyText } from '../labels.ts'
import { invoicesQuery } from '../queries.ts'
import { useTimeZone } from '../use-billing.tsx'

/** The project's payments, newest first, each with its invoice. */
export function Invoices({ projectId }: { projectId: string }) {
  const query = useQuery(invoicesQuery(projectId))
  return (
    <Section title="Invoices">
      <RowsState
        name="the invoices"
        query={query}
        empty={<p className="text-muted">No payments yet. Invoices will appear here.</p>}
      >
        {(rows) => (
          <Paged label="Invoices" rows={rows} pageSize={10}>
            {(row) => <InvoiceRow key={row.id} row={row} />}
          </Paged>
        )}
      </RowsState>
    </Section>
  )
}

function InvoiceRow({ row }: { row: InvoiceLine }) {
  const timeZone = useTimeZone()
  const { id, description, total, state, number, createdAt } = row
  const badge = invoiceBadges[state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere">
          <span className="font-medium">{description}</span> <Badge look={badge.look}>{badge.text}</Badge>
        </p>
        <p className="tabular wrap-anywhere text-muted text-sm">
          <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
          {number && ` · ${number}`}
        </p>
      </div>
      <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
        <span className="tabular font-medium">{moneyText(total)}</span>
        <Pdf id={id} name={number ?? description} />
      </div>
    </li>
  )
}

type Fetched = { state: 'none' | 'loading' | 'missing' } | { state: 'ready'; url: string }

/**
 * Fetches the address of a PDF and opens it. The link stays, for browsers that block new tabs after a wait. Without an
 * answer there is none (SPEC 8).
 */
function Pdf({ id, name }: { id: string; name: string }) {
  const [fetched, setFetched] = useState<Fetched>({ state: 'none' })

  async function load(): Promise<void> {
    if (fetched.state === 'loading') return
    setFetched({ state: 'loading' })
    const url = await invoiceUrl(id)
    setFetched(url === null ? { state: 'missing' } : { state: 'ready', url })
    if (url !== null) window.open(url, '_blank', 'noopener')
  }

  if (fetched.state === 'ready') {
    return (
      <a href={fetched.url} target="_blank" rel="noopener" className={buttonClasses({ size: 'small' })}>
        Open PDF<span className="sr-only"> of {name}</span> <Icon name="external" />
      </a>
    )
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-muted text-sm">
        {fetched.state === 'missing' && 'Not available right now.'}
      </span>
      <Button size="small" busy={fetched.state === 'loading'} onClick={() => void load()}>
        {fetched.state === 'loading' ? 'Loading…' : fetched.state === 'missing' ? 'Try again' : 'PDF'}
        <span className="sr-only"> of {name}</span>
      </Button>
    </span>
  )
}

/** Returns the address of an invoice; null if it can't be fetched (SPEC 8). */
async function invoiceUrl(id: string): Promise<string | null> {
  try {
    const { success, invoiceUrl: url } = await call('invoiceFind', { id })
    return success && url !== null && /^https?:/.test(url) ? url : null
  } catch {
    return null
  }
}
