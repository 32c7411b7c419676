import { useLocation } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Sheet, SheetBack } from '#platform/ui/overlays/dialog.tsx'
import { useHeightProperty } from '#platform/ui/overlays/height-property.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { OpenOnReddit } from '#platform/web/post/open-on-reddit.tsx'
import { PostSkeleton } from '#platform/web/post/post-skeleton.tsx'
import { Actions } from '../actions.tsx'
import { rowId } from '../list/row.tsx'
import { Detail } from '../panel/detail.tsx'
import { choiceText } from './choices.ts'
import type { ResultsState } from './use-results.ts'

interface ResultPanelProps {
  projectId: string
  state: ResultsState
  now: number
}

/** A result ends above a notice, so that none covers its text. */
const scroller = '@container mb-(--notices,0px) min-h-0 flex-1 overflow-y-auto'

/** The open result, shown as leads are: beside the list, or over it on narrow screens. */
export function ResultPanel({ projectId, state, now }: ResultPanelProps) {
  const { wide, selectedId, selected, found, error, lastId } = state
  const { state: origin } = useLocation()
  const measureBar = useHeightProperty('--action-bar')
  const content = selected ? (
    <Detail
      key={selected.lead.id}
      projectId={projectId}
      lead={selected.lead}
      others={found.map(({ lead }) => lead)}
      decide={state.decide}
      isOnlyFound={!state.isLead}
      now={now}
    />
  ) : error ? (
    <EmptyState title="Couldn't load this result">{messageOf(error)}</EmptyState>
  ) : (
    <PostSkeleton card="h-56" />
  )
  const post = selected?.result.post
  if (wide) {
    return (
      <section aria-label="Result" className="flex min-w-0 flex-1 flex-col">
        <div className="@container shrink-0 border-line border-b">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
          <div
            role="group"
            aria-label="Result actions"
            className="mx-auto flex min-h-14 max-w-2xl flex-wrap items-center gap-2 px-4 py-2 sm:px-8"
          >
            <ResultActions state={state} side="bottom" />
            {post && <OpenOnReddit post={post} />}
          </div>
        </div>
        <div key={selectedId} className={scroller}>
          {content}
        </div>
      </section>
    )
  }
  return (
    <Sheet
      open={selectedId !== null}
      onOpenChange={(open) => !open && state.close(origin === 'from list')}
      title="Result"
      finalFocus={() => document.getElementById(rowId(lastId ?? ''))}
    >
      <div className="@container flex h-12 shrink-0 items-center border-line border-b px-2">
        <SheetBack>Results</SheetBack>
        {post && <OpenOnReddit post={post} />}
      </div>
      <div key={selectedId} className={`${scroller} short:flex-none short:overflow-visible`}>
        {selectedId !== null && content}
      </div>
      {state.mayDecide && (
        <div ref={measureBar} className="@container shrink-0 border-line border-t">
          <div className="flex flex-wrap items-center gap-2 px-3 py-2.5 max-sm:*:h-10 max-sm:*:flex-auto max-sm:*:whitespace-nowrap max-sm:*:px-2.5">
            <ResultActions state={state} side="top" />
          </div>
        </div>
      )}
    </Sheet>
  )
}

/** In a narrow bar, buttons show only their text, as for leads. */
const roomy = '@max-2xl:hidden'

/** The actions for the open result: those for leads if it is one. */
function ResultActions({ state, side }: { state: ResultsState; side: 'top' | 'bottom' }) {
  const { selected, mayDecide, isLead, decide, rejecting, setRejecting, choose } = state
  if (!selected || !mayDecide) return null
  if (isLead) {
    return <Actions lead={selected.lead} decide={decide} rejecting={rejecting} onRejecting={setRejecting} side={side} />
  }
  return (
    <>
      <Button look="primary" size="small" onClick={() => choose('added')}>
        <Icon name="add" /> Add to leads <Kbd className={roomy}>a</Kbd>
      </Button>
      {selected.result.dismissed ? (
        <Button size="small" onClick={() => choose('none')}>
          <Icon name="undo" /> Undo dismissal
        </Button>
      ) : (
        <Button size="small" onClick={() => choose('dismissed')}>
          <Icon name="reject" /> Dismiss <Kbd className={roomy}>x</Kbd>
        </Button>
      )}
      <span className="sr-only">{choiceText(selected.result)}</span>
    </>
  )
}
