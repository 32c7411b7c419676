/** A thread of Reddit, as an address names it. */
export interface NamedThread {
  /** The ID of its post, in lower case. */
  id: string
  /** Without `r/`; `u_name` for a post on a profile. */
  subreddit: string
  /** The path below https://www.reddit.com, without the title. */
  permalink: string
}

const hosts = /^(?:(?:www|old|new|np|m|amp|[a-z]{2})\.)?reddit\.com$/
const path = /^\/(r|u|user)\/([A-Za-z0-9_-]{2,50})\/comments\/([0-9a-z]{1,13})(?:\/|$)/i

/**
 * Returns the thread that a search result or citation leads to; null for anything else, such as a community's page or
 * another host. Addresses of a comment, of the mobile site, and with other titles are of the same thread.
 */
export function threadOf(address: string): NamedThread | null {
  const url = address.length <= 2000 ? URL.parse(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || !hosts.test(url.hostname)) return null
  if (url.port !== '' || url.username !== '' || url.password !== '') return null
  const [, place = '', name = '', thread = ''] = path.exec(url.pathname) ?? []
  if (thread === '') return null
  const subreddit = place.toLowerCase() === 'r' ? name : `u_${name}`
  const id = thread.toLowerCase()
  return { id, subreddit, permalink: `/r/${subreddit}/comments/${id}/` }
}

const titleMost = 300
/** What search engines add to the titles of Reddit's pages. */
const suffix = /\s*(?:[:|·–—-]\s*(?:r\/\w{2,50}|reddit)\s*)+$/i

/** Returns the title of a search result as one line, without the name of the site. */
export function resultTitle(title: string): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  return line.slice(0, titleMost).toWellFormed().replace(suffix, '').trim()
}
