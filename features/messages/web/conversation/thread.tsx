import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { Conversation } from '../../contract.ts'

/** The public thread that a conversation is in: its title and community, with a link. */
export function Thread({ conversation: { threadId, title, subreddit } }: { conversation: Conversation }) {
  if (threadId === null) return null
  return (
    <a
      href={redditUrl(`/comments/${encodeURIComponent(threadId)}/`)}
      target="_blank"
      rel="noopener noreferrer"
      className="flex shrink-0 items-center gap-3 border-line border-b bg-sunken px-4 py-2 text-sm hover:bg-hover"
    >
      <Icon name="comment" className="text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block text-muted text-xs">Public thread{subreddit !== null && ` in r/${subreddit}`}</span>
        <span dir="auto" className="line-clamp-2 wrap-anywhere font-medium">
          {title ?? 'Open thread on Reddit'}
        </span>
      </span>
      <Icon name="external" className="text-faint" />
    </a>
  )
}
