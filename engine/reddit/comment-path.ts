/** The path of a comment: community or user, thread, title, and comment. */
const comment = /^(?:\/(?:r|u|user)\/[\w-]{2,50})?\/comments\/([a-z0-9]{1,13})\/[^/]*\/([a-z0-9]{1,13})\/?$/i

/** Returns the path of a comment on Reddit from its URL or path, ending in a slash; null for anything else. */
export function commentPath(link: string): string | null {
  const url = URL.parse(link.trim().replace(/^(?=(\w+\.)*reddit\.com\/)/i, 'https://'), 'https://www.reddit.com')
  if (!url || !/^https?:$/.test(url.protocol) || !/^(\w+\.)*reddit\.com$/i.test(url.hostname)) return null
  if (!comment.test(url.pathname)) return null
  return url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
}

/** Returns Reddit's ids of the thread and the comment in a comment's path, in lower case; null for other paths. */
export function commentIds(path: string): { thread: string; comment: string } | null {
  const found = comment.exec(path)
  return found && { thread: found[1]!.toLowerCase(), comment: found[2]!.toLowerCase() }
}

/** Returns Reddit's id of the thread in the permalink of a post or comment, in lower case; null without one. */
export function threadIdOf(permalink: string): string | null {
  return /\/comments\/([a-z0-9]{1,13})(?:\/|$)/i.exec(permalink)?.[1]?.toLowerCase() ?? null
}

/** Returns what to do about a link that isn't of a comment in one of these threads; null if it is. */
export function commentLinkFault(link: string, threads: readonly string[]): string | null {
  const ids = commentIds(commentPath(link) ?? '')
  if (!ids) return 'Open your comment on Reddit and copy the address from your browser.'
  const known = threads.flatMap((permalink) => threadIdOf(permalink) ?? [])
  if (known.length === 0 || known.includes(ids.thread)) return null
  return "This comment is in another thread. Open your comment under this lead's post on Reddit and copy its address."
}
