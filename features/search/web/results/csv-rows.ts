import { authorName, placeName } from '#engine/places/places.ts'
import type { FoundPost } from '../../contract.ts'
import { lensNames } from '../view.ts'

const header = ['Title', 'Text', 'Community', 'Author', 'Type', 'Posted', 'Votes', 'Comments', 'Signs', 'Lead', 'URL']

/** Returns found posts as rows of a table, with a header. */
export function csvRows(found: readonly FoundPost[], urlOf: (permalink: string) => string): string[][] {
  return [
    header,
    ...found.map(({ post, lenses, lead }) => [
      ...[post.title, post.body, placeName(post.subreddit), post.author ? authorName(post.author) : '', post.kind],
      ...[post.postedAt ?? '', text(post.score), text(post.numComments)],
      ...[lenses.map((lens) => lensNames[lens]).join(', '), lead?.state ?? '', urlOf(post.permalink)],
    ]),
  ]
}

function text(value: number | null): string {
  return value === null ? '' : String(value)
}
