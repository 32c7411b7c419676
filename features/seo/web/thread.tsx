import { Link } from 'react-router'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { SeoThread } from '../contract.ts'
import { Receipts } from './receipts.tsx'
import { commentsText, engineName, namesText } from './text.ts'

interface ThreadProps {
  thread: SeoThread
  now: number
  adding: boolean
  /** Null: the user may not decide. */
  onAdd: (() => void) | null
}

/** A thread with its receipts, what Reddit shows of it, and what to do with it. */
export function Thread({ thread, now, adding, onAdd }: ThreadProps) {
  const { title, subreddit, permalink, lastAnswerAt, isGone, lead, receipts } = thread
  return (
    <li className="flex gap-3 border-line border-b px-4 py-4 sm:gap-4">
      <Rank thread={thread} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-3">
        <div className="flex min-w-56 flex-1 flex-col gap-2">
          <h2 dir="auto" className="wrap-anywhere text-pretty font-semibold leading-snug">
            {isGone ? (
              <span className="text-muted">Gone from Reddit</span>
            ) : (
              <a
                href={redditUrl(permalink)}
                target="_blank"
                rel="noopener noreferrer"
                className="rounded hover:underline"
              >
                {title || 'Untitled thread'}
              </a>
            )}
          </h2>
          <p className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-sm">
            <span className="font-medium text-ink">r/{subreddit}</span>
            {!isGone && (
              <>
                <span>{commentsText(thread)}</span>
                <span>{lastAnswerAt ? `Last answer ${agoText(lastAnswerAt, now)}` : noAnswer(thread)}</span>
                <span>{namesText(thread)}</span>
              </>
            )}
          </p>
          <Receipts receipts={receipts} />
        </div>
        {lead !== null ? (
          <Link
            to={`${paths.opportunities}?tab=all&lead=${lead}`}
            className={buttonClasses({ look: 'ghost', size: 'small' })}
          >
            Open lead
          </Link>
        ) : (
          onAdd &&
          !isGone && (
            <Button size="small" busy={adding} onClick={() => !adding && onAdd()}>
              <Icon name="add" /> Add to leads
            </Button>
          )
        )}
      </div>
    </li>
  )
}

/** The best receipt at a glance; the receipts say it in words. */
function Rank({ thread: { receipts } }: { thread: SeoThread }) {
  const best = receipts[0]
  if (!best) return null
  return (
    <div aria-hidden="true" className="flex w-14 shrink-0 flex-col items-center text-center">
      <span className={best.isCurrent ? 'tabular font-semibold text-lg' : 'tabular text-faint text-lg'}>
        {best.kind === 'ranking' ? `#${best.position}` : best.kind === 'cited' ? 'AI' : '~'}
      </span>
      <span className="wrap-anywhere text-muted text-xs">
        {best.kind === 'ranking' ? engineName(best.engine) : best.kind === 'cited' ? 'cited' : 'estimate'}
      </span>
    </div>
  )
}

function noAnswer({ factsAt, comments }: SeoThread): string {
  return factsAt !== null && comments !== null ? 'No answers yet' : 'Last answer: unknown'
}
