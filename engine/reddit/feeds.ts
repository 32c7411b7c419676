import { isTooCommon } from '../candidates/common-keywords.ts'
import { readKeyword } from '../candidates/keywords.ts'
import { groupsOf, type Pace, perMinuteOf } from './polling.ts'

/** A community, all of Reddit, or the results of a Reddit search. */
export type FeedKind = 'community' | 'all' | 'search'
export type Stream = 'posts' | 'comments'

/** A list that can be polled. */
export interface Feed {
  kind: FeedKind
  stream: Stream
  /** A community in lower case without `r/`, the words of a search, or empty for all of Reddit. */
  name: string
}

/** The project settings that decide which feeds it needs. */
export interface FeedSettings {
  /** Empty means all of Reddit. */
  communities: readonly string[]
  keywords: readonly { query: string; subredditsIn: readonly string[] }[]
  competitors: readonly { name: string; subreddit: string | null }[]
}

/**
 * How a source covers all of Reddit: `lists` polls the lists of everything; `searches` searches for the project's
 * watchlist where those lists are too long; `always` polls them for every project where they are short.
 */
export type Coverage = 'lists' | 'searches' | 'always'

/** Per project, so that none uses up the calls of others. */
const feedsMost = 200

/** Reddit's own format of names: communities, and user profiles (`u_name`). */
const communityName = /^\w{2,50}$/

/** Returns the feeds that a project needs: its communities and those of its keywords and competitors first. */
export function feedsOf({ communities, keywords, competitors }: FeedSettings, everywhere: Coverage): Feed[] {
  const limited = keywords.flatMap(({ subredditsIn }) => subredditsIn)
  const named = competitors.flatMap(({ subreddit }) => subreddit ?? [])
  const feeds = distinct([...communities, ...limited, ...named].map(communityOf).filter((name) => name !== null))
    .slice(0, feedsMost / 2)
    .flatMap((name) => bothStreams('community', name))
  if (communities.length > 0 && everywhere !== 'always') return feeds
  if (everywhere !== 'searches') return [...bothStreams('all', ''), ...feeds]
  const words = [
    ...keywords
      .filter(({ query, subredditsIn }) => subredditsIn.length === 0 && !isTooCommon(query))
      .flatMap(({ query }) => readKeyword(query).wordings),
    ...competitors.map(({ name }) => name),
  ]
  const searches = distinct(words.map(searchOf).filter((text) => text !== ''))
  return [...feeds, ...searches.map((name): Feed => ({ kind: 'search', stream: 'posts', name }))].slice(0, feedsMost)
}

function bothStreams(kind: FeedKind, name: string): Feed[] {
  return [
    { kind, stream: 'posts', name },
    { kind, stream: 'comments', name },
  ]
}

function communityOf(name: string): string | null {
  const bare = name
    .trim()
    .replace(/^\/?r\//i, '')
    .toLowerCase()
  return communityName.test(bare) ? bare : null
}

/** Quotes a phrase for Reddit's search, in one spelling. */
function searchOf(words: string): string {
  const bare = words
    .toLowerCase()
    .replace(/["\\()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return /[\p{L}\p{N}]/u.test(bare) ? `"${bare}"` : ''
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** A feed with its pace. */
export interface Paced extends Feed {
  id: string
  pace: Pace
  /** Whether it is polled alone: it is new, in trouble, or was not polled for a day. */
  isAlone: boolean
}

/** Feeds that one list covers. */
export interface Listing {
  kind: FeedKind
  stream: Stream
  feeds: readonly Paced[]
  perMinute: number
}

/** Reddit reads 512 characters of a search. */
const searchBounds = { feeds: 20, chars: 400 }

/** Groups feeds that one list can cover (engine/polling). */
export function listingsOf(feeds: readonly Paced[]): Listing[] {
  const groups = Map.groupBy(feeds, ({ kind, stream, isAlone, id }) => `${kind} ${stream} ${isAlone ? id : ''}`)
  return [...groups.values()].flatMap((own) => {
    const byName = new Map(own.map((each) => [each.name, each]))
    const paced = own.map(({ name, pace }) => ({ feed: name, perMinute: perMinuteOf(pace) }))
    const { kind, stream } = own[0]!
    const names = kind === 'search' ? groupsOf(paced, searchBounds) : groupsOf(paced)
    return names.map((group) => {
      const together = group.map((name) => byName.get(name)!)
      const perMinute = together.reduce((sum, { pace }) => sum + perMinuteOf(pace), 0)
      return { kind, stream, feeds: together, perMinute }
    })
  })
}
