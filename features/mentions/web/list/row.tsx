import { memo } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { ChooseBox } from '#platform/web/lists/choose-box.tsx'
import { isPlainClick } from '#platform/web/lists/plain-click.ts'
import { PostFacts } from '#platform/web/post/post-facts.tsx'
import type { Mention } from '../../contract.ts'
import { FeelingBadge } from '../feeling.tsx'
import { feelingOf } from '../labels.ts'
import { QuotedSentence } from '../quoted-sentence.tsx'
import { rowId } from './element-ids.ts'

interface RowProps {
  mention: Mention
  href: string
  onOpen: (id: string) => void
  selected: boolean
  /** Whether it is chosen to be handled with others. */
  chosen: boolean
  /** Null: the user may not decide. `range` extends the choice from the mention chosen before. */
  onChoose: ((id: string, range: boolean) => void) | null
  /** Whether it is from the sandbox. */
  isSample: boolean
  now: number
}

/** One mention in the list: who is named, how, and the sentence. */
export const Row = memo(function Row({ mention, href, onOpen, selected, chosen, onChoose, isSample, now }: RowProps) {
  const { id, phrase, named, post, subreddit, postedAt, handled, opportunityId } = mention
  const others = named.length - 1
  return (
    <li
      className={classes(
        'relative border-line border-b px-4 py-3.5 [contain-intrinsic-block-size:7rem] [content-visibility:auto]',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
        selected ? 'bg-accent-soft [--mark:var(--color-orange-200)]' : chosen ? 'bg-hover' : 'hover:bg-sunken',
      )}
    >
      {selected && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <p className="flex items-center gap-2 text-sm">
        {onChoose && (
          <ChooseBox id={id} name={mention.sentence} chosen={chosen} onChoose={onChoose} className="-my-1.5 -ml-2" />
        )}
        <FeelingBadge feeling={feelingOf(mention)} />
        <span className="min-w-0 truncate font-medium">{phrase}</span>
        {others > 0 && <span className="shrink-0 text-muted">+{others} more</span>}
      </p>
      <h2 dir="auto" className="wrap-anywhere mt-1.5 line-clamp-3 text-pretty text-base leading-snug">
        {/* The link covers the whole row, but only the sentence is its name. */}
        <Link
          to={href}
          state="from list"
          id={rowId(id)}
          aria-current={selected ? 'true' : undefined}
          preventScrollReset
          onClick={(event) => isPlainClick(event) && onOpen(id)}
          className="outline-none after:absolute after:inset-0"
        >
          <QuotedSentence mention={mention} />
        </Link>
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
        <PostFacts subreddit={subreddit} postedAt={postedAt} post={post} now={now} />
        {isSample && <Badge>Sample</Badge>}
        {opportunityId !== null && <Badge look="accent">Lead</Badge>}
        {handled && (
          <span className="flex items-center gap-1 font-medium text-ink">
            <Icon name="check" className="size-3.5" /> Handled
          </span>
        )}
      </p>
    </li>
  )
})
