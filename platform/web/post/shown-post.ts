import { authorName, siteName } from '#engine/places/places.ts'
/** What the view of a post shows; `standing` is its state on Reddit (features/posts/contract). */
export interface ShownPost {
  kind: 'post' | 'comment'
  subreddit: string
  author: string | null
  title: string
  body: string
  bodyTruncated: boolean
  flair: string | null
  score: number | null
  numComments: number | null
  permalink: string
  standing: 'there' | 'reduced' | 'deleted' | 'removed' | 'absent' | 'authorless'
  checkedAt: string | null
}

/** Returns whether the text of a post was deleted here. */
export function isGone({ standing }: Pick<ShownPost, 'standing'>): boolean {
  return !['there', 'reduced'].includes(standing)
}

/** Returns the name of a post: its title, or a substitute for comments, whose links would otherwise have no name. */
export function nameOf({
  title,
  kind,
  author,
  standing,
  subreddit,
}: Pick<ShownPost, 'title' | 'kind' | 'author' | 'standing' | 'subreddit'>): string {
  if (isGone({ standing })) return `Deleted on ${siteName(subreddit)}`
  if (title.trim() !== '') return title
  const noun = kind === 'comment' ? 'Comment' : 'Untitled post'
  return author === null ? noun : `${noun} by ${authorName(author)}`
}
