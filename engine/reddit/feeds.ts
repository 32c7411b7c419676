import { readKeyword } from '../candidates/keywords.ts'
import { groupsOf, type Pace, perMinuteOf } from './polling.ts'

/** A community, all of Reddit, or what Reddit's own search finds. */
export type FeedKind = 'community' | 'all' | 'search'
export type Stream = 'posts' | 'comments'

/** A list that can be polled. */
export interface Feed {
  kind: FeedKind
  stream: Stream
  /** A community in lower case and without `r/`, the words of a search, or nothing for all of Reddit. */
  name: string
}

/** The project settings that decide which feeds it needs. */
export interface FeedSettings {
  /** None: all of Reddit. */
  communities: readonly string[]
  keywords: readonly { query: string; subredditsIn: readonly string[] }[]
  competitors: readonly { name: string; subreddit: string | null }[]
}

/**
 * How a source is asked for all of Reddit: by the lists of everything; where those are far too long for it by searches
 * for the project's watchlist; or, where they are short, by those lists in any case.
 */
export type Coverage = 'lists' | 'searches' | 'always'

/** Of one project: what it names beyond is left out, so that nobody takes the calls of others. */
const feedsMost = 200

/** Reddit's own names: communities, and the pages of people (`u_name`). */
const communityName = /^\w{2,50}$/

/** Returns the feeds that a project needs: its communities first, also those of its keywords and competitors. */
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
      .filter(({ subredditsIn }) => subredditsIn.length === 0)
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

/** Words one after the other as Reddit's search reads them: quoted, in one spelling. */
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

/** A feed with what says how it can be asked for. */
export interface Paced extends Feed {
  id: string
  pace: Pace
  /** Whether it is to be asked for by itself: it is new, in trouble, or was not for a day. */
  isAlone: boolean
}

/** Feeds that one list tells of. */
export interface Listing {
  kind: FeedKind
  stream: Stream
  feeds: readonly Paced[]
  perMinute: number
}

/** Reddit reads 512 characters of a search. */
const searchBounds = { feeds: 20, chars: 400 }

/** Brings feeds together that one list can tell of (engine/polling). */
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
