/** The path of a comment: community or user, thread, title, and comment. */
const comment = /^(\/(?:r|u|user)\/[\w-]{2,50})?\/comments\/[a-z0-9]{1,13}\/[^/]*\/[a-z0-9]{1,13}\/?$/i

/** Returns the path of a comment on Reddit from its URL or path, ending in a slash; null for anything else. */
export function commentPath(link: string): string | null {
  const url = URL.parse(link.trim().replace(/^(?=(\w+\.)*reddit\.com\/)/i, 'https://'), 'https://www.reddit.com')
  if (!url || !/^https?:$/.test(url.protocol) || !/^(\w+\.)*reddit\.com$/i.test(url.hostname)) return null
  if (!comment.test(url.pathname)) return null
  return url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
}
