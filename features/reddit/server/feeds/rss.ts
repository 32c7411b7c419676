import { type Answer, type Exchange, ExchangeError, type ExchangeFault } from '../api/exchange.ts'
import { type Items, joined, type Page, pageMost, pageQuery, readItems, type Search } from '../api/listings.ts'
import { type Outcome, ok, type Trouble } from '../api/outcome.ts'
import type { Thing } from '../api/things.ts'
import { laterAgain, verdictOf } from '../api/verdict.ts'
import { type AtomEntry, readAtom } from './atom.ts'
import { readEntryText } from './entry-text.ts'

/** Who says whether this address may read a feed now: Reddit has about one a minute for each, whichever feed it is. */
export interface FeedTurns {
  take(): Promise<{ state: 'go' } | Trouble>
  /** Nothing is to be asked until then. */
  pause(until: number): Promise<void>
}

/** Reddit's feeds, which need no app and no account. */
export interface RedditFeeds {
  /** Without a slash at its end. */
  url: string
  userAgent: string
  exchange: Exchange
  turns: FeedTurns
  now(): number
}

type Query = Record<string, string | number | undefined>

/** The newest posts of some communities together. Of feeds nobody gets to know scores or numbers of comments. */
export function newPostsFeed(feeds: RedditFeeds, places: readonly string[], page: Page, failures = 0) {
  return readFeed(feeds, `/r/${joined(places)}/new/.rss`, pageQuery(page), failures)
}

/** The newest comments of some communities together. */
export function newCommentsFeed(feeds: RedditFeeds, places: readonly string[], page: Page, failures = 0) {
  return readFeed(feeds, `/r/${joined(places)}/comments/.rss`, pageQuery(page), failures)
}

/** Posts that Reddit's own search finds: by far not all that there are. */
export function searchFeed(
  feeds: RedditFeeds,
  { query, place, sort = 'new', time }: Search,
  page: Page,
  failures = 0,
): Promise<Outcome<Items>> {
  const everywhere = { q: query, sort, t: time, type: 'link', ...pageQuery(page) }
  if (place === null) return readFeed(feeds, '/search.rss', everywhere, failures)
  return readFeed(feeds, `/r/${joined([place])}/search.rss`, { ...everywhere, restrict_sr: 'on' }, failures)
}

/**
 * Asks once, and never throws for what Reddit or the way there does. No redirect is followed: a second question would be
 * one too many in the same minute.
 */
async function readFeed(feeds: RedditFeeds, path: string, query: Query, failures: number): Promise<Outcome<Items>> {
  const url = new URL(feeds.url + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const turn = await feeds.turns.take()
  if (turn.state !== 'go') return turn
  const answer = await sent(feeds, url)
  const circumstances = { now: feeds.now(), failures }
  if (typeof answer === 'string') return laterAgain(answer, circumstances)
  const items = answer.status === 200 ? itemsOf(answer.text, url, Number(query.limit)) : null
  if (items) return ok(items)
  const verdict = verdictOf(answer, circumstances)
  if (verdict.state === 'ok') return laterAgain('nonsense', circumstances)
  if (verdict.state === 'later' && verdict.because === 'limited') await feeds.turns.pause(verdict.at)
  return verdict
}

async function sent({ exchange, userAgent }: RedditFeeds, url: URL): Promise<Answer | ExchangeFault> {
  const headers = { 'user-agent': userAgent, accept: 'application/atom+xml' }
  try {
    return await exchange({ method: 'GET', url, headers })
  } catch (error) {
    if (error instanceof ExchangeError) return error.fault
    throw error
  }
}

/** Null for what is no feed. A feed does not say where its next page begins: after its last item, where it is full. */
function itemsOf(text: string, url: URL, limit: number): Items | null {
  const entries = readAtom(text, pageMost)
  if (!entries) return null
  const after = entries.length >= limit ? (entries.at(-1)?.id ?? null) : null
  return readItems({ kind: 'Listing', data: { children: entries.map((entry) => thingOf(entry, url)), after } })
}

/** An entry as the API would tell of it, as far as a feed does. */
function thingOf({ id, title, author, place, link, published, updated, content }: AtomEntry, url: URL): Thing {
  const [, kind = '', number = ''] = /^(t[13])_(\w+)$/.exec(id) ?? []
  const { text, link: leadsTo } = readEntryText(content)
  const name = author.replace(/^\/u\//, '')
  const shared = {
    id: number,
    subreddit: place,
    author: name,
    permalink: URL.parse(link, url.href)?.pathname,
    created_utc: published || updated,
  }
  if (kind === 't3') return { kind, data: { ...shared, title, selftext: text, url: leadsTo } }
  const thread = /\/comments\/(\w+)/.exec(link)?.[1]
  const above = `${author} on `
  const threadTitle = title.startsWith(above) ? title.slice(above.length) : title
  return { kind, data: { ...shared, link_title: threadTitle, body: text, link_id: thread && `t3_${thread}` } }
}
