import { authorName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Opportunity, Sibling } from '../../contract.ts'

/** The maximum number of copies that are named; the rest are only counted. */
const shownMost = 6

/** The communities where a lead's text was also posted, with the author if it is another one. */
export function Duplicates({ lead, now }: { lead: Opportunity; now: number }) {
  const named = lead.siblings.slice(0, shownMost)
  if (named.length === 0) return null
  const more = lead.siblingCount - named.length
  return (
    <p className="wrap-anywhere mt-1 text-pretty">
      Also posted in{' '}
      {named.map((sibling, at) => (
        <span key={sibling.id}>
          {at > 0 && (at === named.length - 1 && more === 0 ? ' and ' : ', ')}
          <DuplicateLink sibling={sibling} by={lead.post?.author ?? null} now={now} />
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}
    </p>
  )
}

function DuplicateLink({ sibling, by, now }: { sibling: Sibling; by: string | null; now: number }) {
  const { subreddit, author, permalink, postedAt } = sibling
  return (
    <>
      <a
        href={postUrl(permalink)}
        target="_blank"
        rel="noopener noreferrer"
        title={postedAt ? exactTime(postedAt) : undefined}
        className="rounded font-medium text-ink underline decoration-line underline-offset-2 hover:decoration-current"
      >
        r/{subreddit}
      </a>
      {author !== null && author !== by && ` by ${authorName(author)}`}{' '}
      <span className="tabular whitespace-nowrap">({ageText(postedAt, now)})</span>
    </>
  )
}
