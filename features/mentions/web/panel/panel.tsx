import { lazy, Suspense } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Sheet, SheetBack } from '#platform/ui/overlays/dialog.tsx'
import { useHeightProperty } from '#platform/ui/overlays/height-property.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { OpenOnReddit } from '#platform/web/post/open-on-reddit.tsx'
import { PostSkeleton } from '#platform/web/post/post-skeleton.tsx'
import type { MentionsState } from '../use-mentions.ts'
import { Actions, BackToOverview } from './actions.tsx'

/** Loaded once a mention is opened, since it includes everything for Markdown. */
const Detail = lazy(async () => ({ default: (await loadPart(() => import('./detail.tsx'))).Detail }))

interface PanelProps {
  projectId: string
  state: MentionsState
  onClose: () => void
  /** Returns the row to focus once the mention no longer covers the list; null: the element that had the focus before. */
  rowAfter: () => HTMLElement | null
  now: number
}

/** A mention ends above a notice, so that none covers its text. */
const scroller = '@container mb-(--notices,0px) min-h-0 flex-1 overflow-y-auto'

/** The open mention: beside the list, or over it on narrow screens. */
export function Panel({ projectId, state, onClose, rowAfter, now }: PanelProps) {
  const { wide, selectedId, selected, error, close } = state
  const measureBar = useHeightProperty('--action-bar')
  const content = selected ? (
    <Suspense fallback={<PostSkeleton card="h-20" />}>
      <Detail key={selected.id} projectId={projectId} mention={selected} now={now} />
    </Suspense>
  ) : error ? (
    <EmptyState title="Couldn't load this mention">{messageOf(error)}</EmptyState>
  ) : (
    <PostSkeleton card="h-20" />
  )
  if (wide) {
    return (
      <section aria-label="Mention" className="flex min-w-0 flex-1 flex-col">
        <div className="@container shrink-0 border-line border-b">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
          <div
            role="group"
            aria-label="Mention actions"
            className="mx-auto flex min-h-14 max-w-2xl flex-wrap items-center gap-2 px-4 py-2 sm:px-8"
          >
            <BackToOverview onClick={close} />
            <Actions state={state} side="bottom" />
            {selected?.post && <OpenOnReddit post={selected.post} />}
          </div>
        </div>
        <div key={selectedId} className={scroller}>
          {content}
        </div>
      </section>
    )
  }
  return (
    <Sheet open={selectedId !== null} onOpenChange={(open) => !open && onClose()} title="Mention" finalFocus={rowAfter}>
      <div className="@container flex h-12 shrink-0 items-center border-line border-b px-2">
        <SheetBack>Mentions</SheetBack>
        {selected?.post && <OpenOnReddit post={selected.post} />}
      </div>
      <div key={selectedId} className={classes(scroller, 'short:flex-none short:overflow-visible')}>
        {selectedId !== null && content}
      </div>
      {state.mayDecide && selected && (
        <div ref={measureBar} className="@container shrink-0 border-line border-t">
          <div className="flex flex-wrap items-center gap-2 px-3 py-2.5 max-sm:*:h-10 max-sm:*:flex-auto max-sm:*:whitespace-nowrap max-sm:*:px-2.5">
            <Actions state={state} side="top" />
          </div>
        </div>
      )}
    </Sheet>
  )
}
