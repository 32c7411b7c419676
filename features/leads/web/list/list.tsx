import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import type { Opportunity } from '../../contract.ts'
import { awayText } from '../labels.ts'
import type { Tab } from '../view.ts'
import { Row } from './row.tsx'

interface ListProps {
  leads: readonly Opportunity[]
  tab: Tab
  selectedId: string | null
  /** Whether the leads are from the sandbox. */
  areSamples: boolean
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  isChosen: (id: string) => boolean
  /** Null: the user may not decide. */
  onChoose: ((id: string, range: boolean) => void) | null
  now: number
  more: boolean
  /** Whether fetching the next page failed; it is retried only by hand. */
  failed: boolean
  loadingMore: boolean
  onMore: () => void
}

export function List({
  leads,
  tab,
  selectedId,
  areSamples,
  hrefOf,
  onOpen,
  isChosen,
  onChoose,
  now,
  more,
  failed,
  loadingMore,
  onMore,
}: ListProps) {
  return (
    <>
      <ul aria-label="Opportunities">
        {leads.map((lead) => (
          <Row
            key={lead.id}
            lead={lead}
            away={awayText(lead, tab)}
            href={hrefOf(lead.id)}
            onOpen={onOpen}
            selected={lead.id === selectedId}
            chosen={isChosen(lead.id)}
            onChoose={onChoose}
            isSample={areSamples}
            now={now}
          />
        ))}
      </ul>
      {more && <More loading={loadingMore} failed={failed} onMore={onMore} />}
    </>
  )
}

/** Fetches the next page near the end of the list; the button is for users who get there sooner. */
function More({ loading, failed, onMore }: { loading: boolean; failed: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(() => {
    if (!failed) onMore()
  })
  useEffect(() => {
    if (!end.current || loading) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && reach(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
    // Observed again after each page: rows may have been removed while it was loading.
  }, [loading])
  return (
    <div ref={end} className="flex justify-center p-4">
      <Button look="ghost" size="small" busy={loading} onClick={() => !loading && onMore()}>
        {loading ? 'Loading more…' : failed ? "Couldn't load more. Try again" : 'Load more'}
      </Button>
    </div>
  )
}

export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading leads">
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className="flex gap-3 border-line border-b px-4 py-3.5">
          <Skeleton className="h-10 w-8" />
          <div className="flex flex-1 flex-col gap-2.5 pt-0.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
