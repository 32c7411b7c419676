import { ageText } from '../text/age.ts'
import type { ShownPost } from './shown-post.ts'

/** How long ago the post was last checked on Reddit. */
export function LastChecked({ post: { checkedAt }, now }: { post: ShownPost; now: number }) {
  if (checkedAt === null) return <p>Not verified since import</p>
  const age = ageText(checkedAt, now)
  return (
    <p>
      <time dateTime={checkedAt}>{age === 'just now' ? 'Verified just now' : `Verified ${age} ago`}</time>
    </p>
  )
}
