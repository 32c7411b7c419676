import { useQuery } from '@tanstack/react-query'
import { Badge } from '#platform/ui/badge.tsx'
import type { SeoLeadProps } from '#platform/web/feature.ts'
import { seoLeadsQuery } from './queries.ts'
import { Receipts } from './receipts.tsx'
import { receiptText, tagText } from './text.ts'

function useReceipts({ projectId, leadId }: SeoLeadProps) {
  const leads = useQuery(seoLeadsQuery(projectId))
  return leads.data?.find(({ lead }) => lead === leadId)?.receipts ?? []
}

/** The tag of a lead that ranks or is cited; nothing for others. */
export function SeoTag(props: SeoLeadProps) {
  const [best] = useReceipts(props)
  if (!best) return null
  return (
    <span title={receiptText(best)}>
      <Badge look="good">{tagText(best)}</Badge>
    </span>
  )
}

/** Where a lead ranks or is cited, with receipts; nothing for others. */
export function SeoReceipts(props: SeoLeadProps) {
  const receipts = useReceipts(props)
  if (receipts.length === 0) return null
  return (
    <section aria-label="Search" className="flex flex-col gap-2">
      <h3 className="font-semibold">Found in search</h3>
      <Receipts receipts={receipts} />
    </section>
  )
}
