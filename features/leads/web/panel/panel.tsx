import type { ReactNode } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Sheet, SheetBack } from '#platform/ui/overlays/dialog.tsx'
import { useHeightProperty } from '#platform/ui/overlays/height-property.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { OpenOnReddit } from '#platform/web/post/open-on-reddit.tsx'
import { PostSkeleton } from '#platform/web/post/post-skeleton.tsx'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { Detail } from './detail.tsx'

interface PanelProps {
  projectId: string
  wide: boolean
  selectedId: string | null
  loading: boolean
  lead: Opportunity | undefined
  /** The leads of the list. */
  others: readonly Opportunity[]
  error: Error | null
  onClose: () => void
  /** Whether a lead beside the list has a button that closes it. */
  closable: boolean
  /** Returns the row to focus once the lead no longer covers the list; null: the element that had the focus before. */
  rowAfter: () => HTMLElement | null
  decide: (decision: Decision) => void
  now: number
  actions: (side: 'top' | 'bottom') => ReactNode
}

/** A lead ends above a notice, so that none covers its text. */
const scroller = '@container mb-(--notices,0px) min-h-0 flex-1 overflow-y-auto'

/** The open lead: beside the list, or over it on narrow screens. */
export function Panel({ projectId, lead, others, decide, now, actions, ...state }: PanelProps) {
  const { wide, selectedId, loading, error, onClose, closable, rowAfter } = state
  const measureBar = useHeightProperty('--action-bar')
  const content = lead ? (
    <Detail key={lead.id} projectId={projectId} lead={lead} others={others} decide={decide} now={now} />
  ) : error ? (
    <EmptyState title="Couldn't load this lead">{messageOf(error)}</EmptyState>
  ) : (
    <PostSkeleton card="h-56" />
  )
  if (wide) {
    return (
      <section
        aria-label="Lead"
        className={classes('flex min-w-0 flex-col', closable ? 'w-[31rem] shrink-0 2xl:w-[40rem]' : 'flex-1')}
      >
        {(selectedId !== null || loading) && (
          <>
            <div className="@container shrink-0 border-line border-b">
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
              <div
                role="group"
                aria-label="Lead actions"
                className="mx-auto flex min-h-14 max-w-2xl flex-wrap items-center gap-2 px-4 py-2 sm:px-8"
              >
                {actions('bottom')}
                {lead?.post && <OpenOnReddit post={lead.post} />}
                {closable && (
                  <Button look="ghost" size="icon" aria-label="Close lead" onClick={onClose}>
                    <Icon name="close" />
                  </Button>
                )}
              </div>
            </div>
            <div key={selectedId} className={scroller}>
              {content}
            </div>
          </>
        )}
      </section>
    )
  }
  const acts = actions('top')
  return (
    <Sheet open={selectedId !== null} onOpenChange={(open) => !open && onClose()} title="Lead" finalFocus={rowAfter}>
      <div className="@container flex h-12 shrink-0 items-center border-line border-b px-2">
        <SheetBack>Opportunities</SheetBack>
        {lead?.post && <OpenOnReddit post={lead.post} />}
      </div>
      <div key={selectedId} className={classes(scroller, 'short:flex-none short:overflow-visible')}>
        {selectedId !== null && content}
      </div>
      {acts && (
        <div ref={measureBar} className="@container shrink-0 border-line border-t">
          <div className="flex flex-wrap items-center gap-2 px-3 py-2.5 max-sm:*:h-10 max-sm:*:flex-auto max-sm:*:whitespace-nowrap max-sm:*:px-2.5">
            {acts}
          </div>
        </div>
      )}
    </Sheet>
  )
}
