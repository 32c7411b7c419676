import type { Answer, Exchange } from '#platform/server/services.ts'
import { ExchangeError, type ExchangeFault } from '../api/exchange.ts'
import { backOff, interpretAnswer } from '../api/interpret-answer.ts'
import { type Items, joined, type Page, pageQuery, pageSizeMax, readItems, type Search } from '../api/listings.ts'
import { type Failure, type Outcome, ok } from '../api/outcome.ts'
import type { Thing } from '../api/things.ts'
import { type AtomEntry, readAtom } from './atom.ts'
import { readEntryText } from './entry-text.ts'

/** Decides whether this IP address may read RSS now: Reddit allows each about one request a minute, for all lists. */
export interface RssTurns {
  take(): Promise<{ state: 'go' } | Failure>
  /** Pauses all requests until the given time. */
  pause(until: number): Promise<void>
}

/** Reddit's RSS, which needs no app and no account. */
export interface RedditRss {
  /** Without a trailing slash. */
  url: string
  userAgent: string
  exchange: Exchange
  turns: RssTurns
  now(): number
}

type Query = Record<string, string | number | undefined>

/** Returns the newest posts of some communities together. RSS has neither scores nor comment counts. */
export function newPostsRss(rss: RedditRss, subreddits: readonly string[], page: Page, failures = 0) {
  return readRss(rss, `/r/${joined(subreddits)}/new/.rss`, pageQuery(page), failures)
}

/** Returns the newest comments of some communities together. */
export function newCommentsRss(rss: RedditRss, subreddits: readonly string[], page: Page, failures = 0) {
  return readRss(rss, `/r/${joined(subreddits)}/comments/.rss`, pageQuery(page), failures)
}

/** Returns posts that Reddit's own search finds, which is far from all of them. */
export function searchRss(
  rss: RedditRss,
  { query, subreddit, sort = 'new', time }: Search,
  page: Page,
  failures = 0,
): Promise<Outcome<Items>> {
  const everywhere = { q: query, sort, t: time, type: 'link', ...pageQuery(page) }
  if (subreddit === null) return readRss(rss, '/search.rss', everywhere, failures)
  return readRss(rss, `/r/${joined([subreddit])}/search.rss`, { ...everywhere, restrict_sr: 'on' }, failures)
}

/**
 * Sends one request. Never throws for failures of Reddit or the network. Follows no redirect, since a second request
 * would exceed the limit of one a minute.
 */
async function readRss(rss: RedditRss, path: string, query: Query, failures: number): Promise<Outcome<Items>> {
  const url = new URL(rss.url + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const turn = await rss.turns.take()
  if (turn.state !== 'go') return turn
  const answer = await sent(rss, url)
  const circumstances = { now: rss.now(), failures }
  if (typeof answer === 'string') return backOff(answer, circumstances)
  const items = answer.status === 200 ? itemsOf(answer.text, url, Number(query.limit)) : null
  if (items) return ok(items)
  const verdict = interpretAnswer(answer, circumstances)
  if (verdict.state === 'ok') return backOff('nonsense', circumstances)
  if (verdict.state === 'later' && verdict.because === 'limited') await rss.turns.pause(verdict.at)
  return verdict
}

async function sent({ exchange, userAgent }: RedditRss, url: URL): Promise<Answer | ExchangeFault> {
  const headers = { 'user-agent': userAgent, accept: 'application/atom+xml' }
  try {
    return await exchange({ method: 'GET', url, headers })
  } catch (error) {
    if (error instanceof ExchangeError) return error.fault
    throw error
  }
}

/**
 * Returns the items; null if the text isn't an Atom list. RSS doesn't name its next page: a full page continues after
 * its last item.
 */
function itemsOf(text: string, url: URL, limit: number): Items | null {
  const entries = readAtom(text, pageSizeMax)
  if (!entries) return null
  const after = entries.length >= limit ? (entries.at(-1)?.id ?? null) : null
  return readItems({ kind: 'Listing', data: { children: entries.map((entry) => thingOf(entry, url)), after } })
}

/** Converts an entry to the API's format, as far as RSS has the data. */
function thingOf({ id, title, author, subreddit, link, published, updated, content }: AtomEntry, url: URL): Thing {
  const [, kind = '', number = ''] = /^(t[13])_(\w+)$/.exec(id) ?? []
  const { text, link: leadsTo } = readEntryText(content)
  const name = author.replace(/^\/u\//, '')
  const shared = {
    id: number,
    subreddit,
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
