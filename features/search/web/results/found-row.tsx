import { memo } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { ChooseBox } from '#platform/web/lists/choose-box.tsx'
import { MarkedText } from '#platform/web/post/highlight.tsx'
import { PostFacts } from '#platform/web/post/post-facts.tsx'
import { nameOf } from '#platform/web/post/shown-post.ts'
import type { Match } from '../match.ts'
import { foundRowId } from '../use-search.ts'
import { leadNames, markOf, marksIn } from './labels.ts'

interface FoundRowProps {
  match: Match
  href: string
  selected: boolean
  /** Whether it is chosen to be added with others. */
  chosen: boolean
  /** Null: the user may not decide. */
  onChoose: ((id: string, range: boolean) => void) | null
  now: number
}

/** One match: enough to decide whether to read it. */
export const FoundRow = memo(function FoundRow({ match, href, selected, chosen, onChoose, now }: FoundRowProps) {
  const { post, snippet, spans, lead, isLive } = match
  const id = foundRowId(match.id)
  return (
    <li
      className={classes(
        'relative flex gap-2 border-line border-b px-4 py-3.5 [contain-intrinsic-block-size:7rem] [content-visibility:auto] sm:px-6',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
        selected ? 'bg-accent-soft [--mark:var(--color-orange-200)]' : chosen ? 'bg-hover' : 'hover:bg-sunken',
      )}
    >
      {selected && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      {onChoose && (
        <ChooseBox
          id={match.id}
          name={nameOf(post)}
          chosen={chosen}
          onChoose={onChoose}
          className="-mt-1 -ml-2 shrink-0"
        />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere line-clamp-2 text-pretty font-semibold text-base leading-snug">
          {/* The link covers the whole row, but only the title is its name. */}
          <Link
            to={href}
            id={id}
            aria-current={selected ? 'true' : undefined}
            aria-describedby={`${id}-about`}
            preventScrollReset
            className="outline-none after:absolute after:inset-0"
          >
            <MarkedText text={nameOf(post)} marks={post.title.trim() === '' ? [] : marksIn(spans, 'title')} />
          </Link>
        </h2>
        {snippet.text && (
          <p className="wrap-anywhere mt-1 line-clamp-2 text-muted text-sm">
            <MarkedText text={snippet.text} marks={snippet.marks.map(([start, end]) => markOf(start, end))} />
          </p>
        )}
        <div id={`${id}-about`} className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <PostFacts subreddit={post.subreddit} postedAt={post.postedAt} post={post} now={now} />
          {isLive && <Badge>Live from Reddit</Badge>}
          {lead && <Badge look="accent">{leadNames[lead.state]}</Badge>}
        </div>
      </div>
    </li>
  )
})
