import { memo, Suspense } from 'react'
import { Link } from 'react-router'
import { mainReason } from '#engine/rules/main-reason.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Signal } from '#platform/ui/signal.tsx'
import { ChooseBox } from '#platform/web/lists/choose-box.tsx'
import { isPlainClick } from '#platform/web/lists/plain-click.ts'
import { MarkedText } from '#platform/web/post/highlight.tsx'
import { PostFacts } from '#platform/web/post/post-facts.tsx'
import { isGone, nameOf } from '#platform/web/post/shown-post.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Opportunity } from '../../contract.ts'
import { bands, copiesText, windowNames, windowOf } from '../labels.ts'
import { marksOf } from '../marks.ts'

interface RowProps {
  lead: Opportunity
  /** Why it no longer belongs in this tab; null if it does. */
  away: string | null
  href: string
  onOpen: (id: string) => void
  selected: boolean
  /** Whether it is chosen for a decision about several leads. */
  chosen: boolean
  /** Null: the user may not decide. `range` extends the choice from the lead chosen before. */
  onChoose: ((id: string, range: boolean) => void) | null
  /** Whether it is from the sandbox. */
  isSample: boolean
  /** Whether to name its state, as in a list of leads in different states. */
  withState: boolean
  now: number
}

/** Returns the element id of a lead's row, which gets the focus on moves by key. */
export function rowId(id: string): string {
  return `lead-${id}`
}

/** Returns the row link of the open lead; null if it has no row. */
export function selectedRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('a[id^="lead-"][aria-current="true"]')
}

/** The content of one lead's row: enough to decide whether to read it. */
export const Row = memo(function Row({
  lead,
  away,
  href,
  onOpen,
  selected,
  chosen,
  onChoose,
  isSample,
  withState,
  now,
}: RowProps) {
  const { post, snippet } = lead
  const seo = useSlot('seo')
  const projectId = useProject()?.id ?? ''
  const reason = mainReason(lead.components)
  const hot = lead.label === 3
  const gone = post && isGone(post)
  return (
    <>
      {selected && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <div className="flex w-8 shrink-0 flex-col items-center">
        <Score lead={lead} />
        {onChoose && post && (
          <ChooseBox id={lead.id} name={nameOf(post)} chosen={chosen} onChoose={onChoose} className="mt-1" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <h2
          className={classes(
            'wrap-anywhere line-clamp-2 text-pretty text-base leading-snug',
            lead.unread ? 'font-semibold' : 'text-muted',
          )}
        >
          {/* The link covers the whole row, but only the title is its name. */}
          <Link
            to={href}
            state="from list"
            id={rowId(lead.id)}
            aria-current={selected ? 'true' : undefined}
            aria-describedby={`${rowId(lead.id)}-about`}
            preventScrollReset
            onClick={(event) => isPlainClick(event) && onOpen(lead.id)}
            className="outline-none after:absolute after:inset-0"
          >
            {post && <MarkedText text={nameOf(post)} marks={marksOf(lead.components, 'title')} />}
          </Link>
        </h2>
        {snippet.text && (
          <p className="wrap-anywhere mt-1 line-clamp-2 text-muted text-sm">
            <MarkedText text={snippet.text} marks={snippet.marks.map(toMark)} />
          </p>
        )}
        <div id={`${rowId(lead.id)}-about`} className="mt-2 text-muted text-xs">
          {lead.unread && <span className="sr-only">Unread</span>}
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PostFacts subreddit={post?.subreddit} postedAt={lead.postedAt} post={post} now={now}>
              <span>{windowNames[windowOf(lead, now)]}</span>
            </PostFacts>
            {lead.siblingCount > 0 && (
              <span className="tabular whitespace-nowrap">{copiesText(lead.siblingCount)}</span>
            )}
            {post && (
              <Suspense>
                <seo.Tag projectId={projectId} leadId={lead.id} />
              </Suspense>
            )}
            {isSample && <Badge>Sample</Badge>}
            {withState && <State lead={lead} />}
            {lead.saved && (
              <span className="flex items-center gap-1 font-medium text-accent-ink">
                <Icon name="save" className="size-3.5" /> Saved
              </span>
            )}
          </p>
          {away && (
            <p className="mt-1 flex items-center gap-1 font-medium text-ink">
              <Icon name="check" className="size-3.5" /> {away}
            </p>
          )}
          <p className="wrap-anywhere mt-1 line-clamp-2" hidden={gone}>
            <span className={classes('font-medium', hot ? 'text-accent-ink' : 'text-ink')}>{bands[lead.label]}</span>
            {(lead.sentence ?? reason) && ` · ${(lead.sentence ?? reason)?.text}`}
          </p>
        </div>
      </div>
    </>
  )
})

/** The state of a lead in words. */
export function State({ lead: { state } }: { lead: Opportunity }) {
  if (state === 'new') return <span>New</span>
  return (
    <span className="flex items-center gap-1 whitespace-nowrap font-medium text-ink">
      <Icon name={state === 'replied' ? 'reply' : 'reject'} className="size-3.5" />
      {state === 'replied' ? 'Replied' : 'Rejected'}
    </span>
  )
}

function Score({ lead }: { lead: Opportunity }) {
  const hot = lead.label === 3
  return (
    <div className="flex flex-col items-center gap-1.5 pt-0.5">
      <span className={classes('tabular font-semibold text-lg leading-5', hot ? 'text-accent-ink' : 'text-ink')}>
        <span className="sr-only">Chance </span>
        {Math.round(lead.score)}
        <span className="sr-only"> percent</span>
      </span>
      <Signal strength={lead.label} className={classes('h-4 w-auto', hot ? 'text-accent' : 'text-gray-400')} />
    </div>
  )
}

function toMark([start, end]: [number, number]) {
  return { start, end, reasons: [], earned: true }
}
