import { Link } from 'react-router'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { defaultView, viewParams } from '#engine/rules/lead-view.ts'
import { paths } from '#platform/web/page/paths.ts'
import { ReplyVisibility } from '#platform/web/post/reply-visibility.tsx'
import { agoText } from '#platform/web/text/age.ts'
import type { CommunityPlaybook } from '../../contract-playbook.ts'

interface PastRepliesProps extends Pick<CommunityPlaybook, 'replies'> {
  total: number
  now: number
}

/** The project's latest replies in the community, with what became of them. */
export function PastReplies({ replies, total, now }: PastRepliesProps) {
  if (replies.length === 0) {
    return <p className="text-muted text-sm">None yet. Leads that you mark as replied appear here.</p>
  }
  return (
    <>
      <ul className="flex flex-col gap-3">
        {replies.map((reply) => (
          <li key={reply.lead} className="flex flex-col gap-1.5 rounded-lg bg-sunken px-3 py-2">
            <p className="tabular wrap-anywhere text-muted text-sm">
              {reply.by}, {agoText(reply.at, now)} ·{' '}
              <Link
                to={`${paths.opportunities}?${viewParams({ ...defaultView, tab: 'replied' }, reply.lead)}`}
                className="underline"
              >
                Lead
              </Link>
              {reply.permalink !== null && (
                <>
                  {' · '}
                  <a href={redditUrl(reply.permalink)} target="_blank" rel="noopener noreferrer" className="underline">
                    On Reddit
                  </a>
                </>
              )}
            </p>
            <p dir="auto" className="wrap-anywhere line-clamp-4 whitespace-pre-wrap text-sm">
              {reply.text ?? "The text wasn't saved."}
            </p>
            <ReplyVisibility reply={reply} now={now} />
          </li>
        ))}
      </ul>
      {total > replies.length && (
        <p className="text-muted text-sm">
          The latest {replies.length} of {total.toLocaleString('en')}.
        </p>
      )}
    </>
  )
}
