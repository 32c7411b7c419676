import { isOnReddit } from '#engine/places/places.ts'
import { ageText } from '../text/age.ts'
import type { ShownPost } from './shown-post.ts'

/** How long ago the post was last checked where it was written. */
export function LastChecked({ post: { checkedAt, subreddit }, now }: { post: ShownPost; now: number }) {
  if (checkedAt === null) return <p>Not verified since {isOnReddit(subreddit) ? 'import' : 'it was sent'}</p>
  const age = ageText(checkedAt, now)
  return (
    <p>
      <time dateTime={checkedAt}>{age === 'just now' ? 'Verified just now' : `Verified ${age} ago`}</time>
    </p>
  )
}
