import { useIsWide } from '#platform/web/page/wide.ts'
import { PostSkeleton } from '#platform/web/post/post-skeleton.tsx'

/** The place of the open lead, beside the list or over it, until its code is loaded. */
export function PanelSkeleton() {
  if (useIsWide()) {
    return (
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="min-h-14 shrink-0 border-line border-b" />
        <PostSkeleton card="h-56" />
      </div>
    )
  }
  return (
    <div role="dialog" aria-label="Lead" aria-busy data-open="" data-sheet="" className="fixed inset-0 z-40 bg-canvas">
      <div className="h-12 border-line border-b" />
      <PostSkeleton card="h-56" />
    </div>
  )
}
