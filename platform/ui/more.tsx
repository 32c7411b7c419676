import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'

interface MoreProps {
  loading: boolean
  /** Whether fetching the next page failed; it is retried only by hand. */
  failed: boolean
  onMore: () => void
}

/** Fetches the next page near the end of the list; the button is for users who get there sooner. */
export function More({ loading, failed, onMore }: MoreProps) {
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
    // Observed again after each render: rows may have been removed while a page was loading, and a busy browser may
    // show the end of loading without its beginning.
  })
  return (
    <div ref={end} className="flex justify-center p-4">
      <Button look="ghost" size="small" busy={loading} onClick={() => !loading && onMore()}>
        {loading ? 'Loading more…' : failed ? "Couldn't load more. Try again" : 'Load more'}
      </Button>
    </div>
  )
}
