import { redditUrl } from '../reddit/reddit-url.ts'

/** Returns the address of a post: a path on Reddit, or the whole address of a post from elsewhere. */
export function postUrl(permalink: string): string {
  return isElsewhere(permalink) ? permalink : redditUrl(permalink)
}

/** Returns the address of a post from elsewhere without what may name its author or quote it. */
export function bareUrl(permalink: string): string | null {
  if (!isElsewhere(permalink)) return null
  const url = URL.parse(permalink)
  if (url === null) return ''
  const isItem = url.hostname === 'news.ycombinator.com' && /^\?id=\d+$/.test(url.search)
  return isItem ? permalink : `${url.origin}/`
}

function isElsewhere(permalink: string): boolean {
  return /^https?:\/\//i.test(permalink)
}
