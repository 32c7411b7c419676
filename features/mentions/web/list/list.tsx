import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#platform/ui/button.tsx'
import type { Mention } from '../../contract.ts'
import { Row } from './row.tsx'

interface ListProps {
  mentions: readonly Mention[]
  selectedId: string | null
  /** Whether the mentions are from the sandbox. */
  isSample: boolean
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  now: number
  more: boolean
  /** Whether fetching the next page failed; it is retried only by hand. */
  failed: boolean
  loadingMore: boolean
  onMore: () => void
}

export function List({ mentions, selectedId, hrefOf, more, failed, loadingMore, onMore, ...row }: ListProps) {
  return (
    <>
      {mentions.length > 0 && (
        <ul aria-label="Mentions">
          {mentions.map((mention) => (
            <Row
              key={mention.id}
              mention={mention}
              href={hrefOf(mention.id)}
              selected={mention.id === selectedId}
              {...row}
            />
          ))}
        </ul>
      )}
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
