import { memo } from 'react'
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
import { bands, copiesText } from '../labels.ts'
import { rowId } from '../list/row.tsx'
import { marksOf } from '../marks.ts'
import { choiceText } from './choices.ts'
import type { Found } from './use-results.ts'

interface ResultRowProps {
  found: Found
  href: string
  onOpen: (id: string) => void
  selected: boolean
  /** Whether it is chosen for a choice about several results. */
  chosen: boolean
  /** Null: the user may not decide. */
  onChoose: ((id: string, range: boolean) => void) | null
  isSample: boolean
  now: number
}

/** One result in the list: its rank, its post, why it was found, and what was chosen about it. */
export const ResultRow = memo(function ResultRow({ found, href, onOpen, selected, chosen, ...rest }: ResultRowProps) {
  const { onChoose, isSample, now } = rest
  const { result, lead } = found
  const { post, snippet, rank, label, components } = result
  if (!post) return null
  const hot = label === 3
  const gone = isGone(post)
  const reason = result.sentence ?? mainReason(components)
  const choice = choiceText(result)
  const id = rowId(result.id)
  return (
    <li
      className={classes(
        'relative flex gap-3 border-line border-b px-4 py-3.5 [contain-intrinsic-block-size:8.5rem] [content-visibility:auto]',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
        selected ? 'bg-accent-soft [--mark:var(--color-orange-200)]' : chosen ? 'bg-hover' : 'hover:bg-sunken',
      )}
    >
      {selected && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <div className="flex w-8 shrink-0 flex-col items-center gap-1.5 pt-0.5">
        <span className={classes('tabular font-semibold text-lg leading-5', hot ? 'text-accent-ink' : 'text-ink')}>
          <span className="sr-only">Chance </span>
          {Math.round(result.score)}
          <span className="sr-only"> percent</span>
        </span>
        <Signal strength={label} className={classes('h-4 w-auto', hot ? 'text-accent' : 'text-gray-400')} />
        {onChoose && <ChooseBox id={result.id} name={nameOf(post)} chosen={chosen} onChoose={onChoose} />}
      </div>
      <div className="min-w-0 flex-1">
        <h2
          className={classes(
            'wrap-anywhere line-clamp-2 text-pretty text-base leading-snug',
            lead.unread ? 'font-semibold' : 'text-muted',
          )}
        >
          <Link
            to={href}
            state="from list"
            id={id}
            aria-current={selected ? 'true' : undefined}
            aria-describedby={`${id}-about`}
            preventScrollReset
            onClick={(event) => isPlainClick(event) && onOpen(result.id)}
            className="outline-none after:absolute after:inset-0"
          >
            <MarkedText text={nameOf(post)} marks={marksOf(components, 'title')} />
          </Link>
        </h2>
        {snippet.text && (
          <p className="wrap-anywhere mt-1 line-clamp-2 text-muted text-sm">
            <MarkedText
              text={snippet.text}
              marks={snippet.marks.map(([start, end]) => ({ start, end, reasons: [], earned: true }))}
            />
          </p>
        )}
        <div id={`${id}-about`} className="mt-2 text-muted text-xs">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="tabular font-medium text-ink">
              <span aria-hidden="true">#{rank}</span>
              <span className="sr-only">Rank {rank}</span>
            </span>
            <PostFacts subreddit={post.subreddit} postedAt={result.postedAt} post={post} now={now} />
            {result.copies.length > 0 && (
              <span className="tabular whitespace-nowrap">{copiesText(result.copies.length)}</span>
            )}
            {isSample && <Badge>Sample</Badge>}
          </p>
          {choice && (
            <p className="mt-1 flex items-center gap-1 font-medium text-ink">
              <Icon name={result.dismissed ? 'hidden' : 'check'} className="size-3.5" /> {choice}
            </p>
          )}
          <p className="wrap-anywhere mt-1 line-clamp-2" hidden={gone}>
            <span className={classes('font-medium', hot ? 'text-accent-ink' : 'text-ink')}>{bands[label]}</span>
            {reason && ` · ${reason.text}`}
          </p>
        </div>
      </div>
    </li>
  )
})
