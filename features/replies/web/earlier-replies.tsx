import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { agoText } from '#platform/web/text/age.ts'
import type { ReplyContext } from '../contract-drafts.ts'

const shownMost = 3

/** The project's last replies in the same community, so that nobody repeats themselves. */
export function EarlierReplies({ subreddit, context, now }: { subreddit: string; context: ReplyContext; now: number }) {
  const here = context.earlier.filter((reply) => reply.subreddit.toLowerCase() === subreddit.toLowerCase())
  if (here.length === 0) return null
  return (
    <Disclosure title={`Your last replies in r/${subreddit}`}>
      <ul className="flex flex-col gap-2">
        {here.slice(0, shownMost).map(({ text, permalink, at }) => (
          <li key={at} className="wrap-anywhere rounded-lg bg-sunken px-3 py-2">
            <p className="tabular text-muted">
              {agoText(at, now)}
              {permalink !== null && (
                <>
                  {' · '}
                  <a href={redditUrl(permalink)} target="_blank" rel="noopener noreferrer" className="underline">
                    Open on Reddit
                  </a>
                </>
              )}
            </p>
            <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
