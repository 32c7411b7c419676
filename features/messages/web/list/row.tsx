import { memo } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { isPlainClick } from '#platform/web/lists/plain-click.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Conversation } from '../../contract.ts'
import { rowId } from '../inbox/element-ids.ts'
import { kindNames, momentText, nameOf, noSubject, noText } from '../inbox/labels.ts'

interface RowProps {
  conversation: Conversation
  href: string
  selected: boolean
  onOpen: (id: string) => void
  me: string
  now: number
}

/** One conversation in the list: with whom, where, and what stands out. */
export const Row = memo(function Row({ conversation, href, selected, onOpen, me, now }: RowProps) {
  const {
    id,
    channel,
    kind,
    unread,
    title,
    subreddit,
    lastAt,
    assignee,
    priority,
    labels,
    state,
    snoozedUntil,
    snippet,
  } = conversation
  return (
    <>
      <div className="flex items-baseline gap-2">
        {unread && (
          <span className="size-2 shrink-0 self-center rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <h2 className={classes('min-w-0 flex-1 truncate', unread ? 'font-semibold' : 'font-medium')}>
          {/* The link covers the whole row, but only the name is its name. */}
          <Link
            to={href}
            state="from list"
            id={rowId(id)}
            aria-current={selected ? 'true' : undefined}
            aria-describedby={`${rowId(id)}-about`}
            preventScrollReset
            onClick={(event) => isPlainClick(event) && onOpen(id)}
            className="outline-none after:absolute after:inset-0"
          >
            {nameOf(conversation)}
          </Link>
        </h2>
        {lastAt !== null && (
          <time dateTime={lastAt} title={exactTime(lastAt)} className="tabular relative shrink-0 text-muted text-xs">
            {ageText(lastAt, now)}
          </time>
        )}
      </div>
      <div id={`${rowId(id)}-about`}>
        {channel === 'mail' && (
          <p dir="auto" className="truncate text-sm">
            {title || noSubject}
          </p>
        )}
        {(snippet !== null || (title !== null && channel === 'reddit')) && (
          <p dir="auto" className="truncate text-muted text-sm">
            {snippet === null
              ? title
              : `${snippet.direction === 'out' ? 'You: ' : ''}${snippet.text || noText[channel]}`}
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs empty:hidden">
          {channel === 'reddit' && <span>{kindNames[kind]}</span>}
          {kind !== 'modmail' && subreddit !== null && <span className="max-w-40 truncate">r/{subreddit}</span>}
          {priority === 'high' && <Badge look="accent">High priority</Badge>}
          {priority === 'low' && <Badge>Low priority</Badge>}
          {state === 'done' && <Badge look="good">Done</Badge>}
          {state === 'snoozed' && snoozedUntil !== null && <Badge>Until {momentText(snoozedUntil, now)}</Badge>}
          {assignee && <Badge>{assignee.id === me ? 'Yours' : assignee.email}</Badge>}
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </p>
      </div>
    </>
  )
})
