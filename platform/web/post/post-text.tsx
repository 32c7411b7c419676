import type { Mark } from './marks.ts'
import { PostBody } from './post-body.tsx'
import { isGone, type ShownPost } from './shown-post.ts'

/** Shown in place of a deleted text; the team's own notes stay. */
const goneTexts: Record<ShownPost['standing'], string> = {
  there: '',
  reduced: "This came from RSS and couldn't be verified in time, so only words from its title are kept.",
  deleted: 'The author deleted this on Reddit, so Earshot deleted its copy. Your notes are kept.',
  removed: 'This was removed on Reddit, so Earshot deleted its copy. Your notes are kept.',
  absent: 'This is no longer on Reddit, so Earshot deleted its copy. Your notes are kept.',
  authorless: 'The author left Reddit, so Earshot deleted its copy. Your notes are kept.',
}

/** The text of a post with its marks, or why it is missing. */
export function PostText({ post, marks }: { post: ShownPost; marks: readonly Mark[] }) {
  if (isGone(post)) return <p className="text-muted">{goneTexts[post.standing]}</p>
  const gone = ['[removed]', '[deleted]'].includes(post.body.trim())
  if (gone) return <p className="text-muted">The text was {post.body.trim().slice(1, -1)} on Reddit.</p>
  if (post.standing === 'reduced') return <p className="text-muted text-sm">{goneTexts.reduced}</p>
  return (
    <div>
      {post.body.trim() !== '' && (
        <div dir="auto" className="strangers-text">
          <PostBody source={post.body} marks={marks} />
        </div>
      )}
      {post.bodyTruncated && (
        <p className="mt-4 border-line border-t pt-4 text-muted text-sm">
          {post.body.trim() === ''
            ? 'The archive contains only the title.'
            : 'The archive contains only the start of this text.'}{' '}
          Read the rest on Reddit.
        </p>
      )}
      {post.body.trim() === '' && !post.bodyTruncated && <p className="text-muted text-sm">This post has no text.</p>}
    </div>
  )
}
