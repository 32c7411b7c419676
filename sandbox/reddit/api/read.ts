import type { Answer } from '../../sign-in/exchange.ts'
import { shapedAccount, shapedMe } from '../shapes/account.ts'
import { shapedRequirements, shapedRules, shapedSubreddit } from '../shapes/subreddit.ts'
import { shapedComment, shapedPost } from '../shapes/thing.ts'
import { type Comment, type Post, postOf, type Thing } from '../state/things.ts'
import { type ApiCall, ok, refused } from './call.ts'
import { listingOf, pageByPosition, pageByTime, pageOf, wholeListing } from './listing.ts'
import { listed, pageOfPosts, type Shown, searched } from './lists.ts'
import { closedAnswer, readableSubreddit, readableSubreddits } from './subreddits.ts'
import { treeAskOf, treeBelow, treeOf } from './tree.ts'
import { isListed, type Shaped, subredditIdOf, type View } from './view.ts'

/** Handles `r/{subreddits}/{sort}`. Without subreddits it is the front page, which here shows all of them. */
export function posts(ask: ApiCall): Answer {
  const [names = 'all', sort = 'hot'] = ask.parts
  const found = readableSubreddits(ask, names || 'all')
  if ('answer' in found) return found.answer
  return postListing(ask, pageOfPosts(ask, listed(ask, 't3', found.subreddits), sort || 'hot', ask.call.query))
}

function postListing(ask: ApiCall, { page, shown, hasMore }: Shown<Post>): Answer {
  return ok(listingOf({ shown, hasMore }, page, (at) => shapedPost(ask, shown[at]!)))
}

/** Handles `r/{subreddits}/comments`. */
export function comments(ask: ApiCall): Answer {
  const found = readableSubreddits(ask, ask.parts[0] || 'all')
  if ('answer' in found) return found.answer
  const page = pageOf(ask.call.query)
  const { shown, hasMore } = pageByTime(listed(ask, 't1', found.subreddits), page)
  return ok(listingOf({ shown, hasMore }, page, (at) => shapedThing(ask, shown[at]!)))
}

/** Handles `search`, or `r/{subreddits}/search` with restrict_sr. */
export function search(ask: ApiCall): Answer {
  const { query } = ask.call
  const isRestricted = /^(?:1|true|on|yes)$/i.test(query.get('restrict_sr') ?? '')
  const found = readableSubreddits(ask, isRestricted ? ask.parts[0] || 'all' : 'all')
  if ('answer' in found) return found.answer
  if (/\bsr\b/.test(query.get('type') ?? '')) return subredditSearch(ask)
  const sort = query.get('sort') ?? 'relevance'
  return postListing(ask, pageOfPosts(ask, searched(ask, found.subreddits, query), sort, query))
}

/** Handles `comments/{id}`; with a comment ID, only the tree from there. */
export function thread(ask: ApiCall): Answer {
  const [id = '', focus = ''] = ask.parts
  const post = ask.state.thing(`t3_${id.toLowerCase()}`)
  const subreddit = post?.kind === 't3' ? ask.state.subreddit(post.subreddit) : null
  if (post?.kind !== 't3' || !subreddit) return refused(404)
  const closed = closedAnswer(ask, subreddit)
  if (closed) return closed
  const tree = treeAskOf(ask.call.query)
  const { kind, data } = shapedPost(ask, post)
  const head = wholeListing([{ kind, data: { ...data, num_duplicates: 0 } }])
  if (focus === '') return ok([head, wholeListing(treeBelow(ask, post, tree), null)])
  const comment = ask.state.thing(`t1_${focus.toLowerCase()}`)
  if (comment?.kind !== 't1' || comment.post !== post) return ok([head, wholeListing([], null)])
  const below = treeBelow(ask, comment, tree)
  const replies = below.length === 0 ? '' : wholeListing(below, null)
  return ok([head, wholeListing([shapedComment(ask, comment, { where: 'tree', replies })], null)])
}

/** Returns the comments that a tree listed only as `more`. */
export function moreChildren(ask: ApiCall): Answer {
  const { form } = ask.call
  const post = ask.state.thing(form.get('link_id') ?? '')
  const names = (form.get('children') ?? '').split(',').filter(Boolean)
  if (post?.kind !== 't3' || names.length === 0 || names.some((name) => !/^[0-9a-z]{1,12}$/i.test(name))) {
    return refused(400)
  }
  const things = names.map((name) => ask.state.thing(`t1_${name.toLowerCase()}`))
  const found = things.filter((thing): thing is Comment => thing?.kind === 't1')
  return ok({ json: { errors: [], data: { things: treeOf(ask, post, found, treeAskOf(form)) } } })
}

const infoMost = 100

/**
 * Handles `api/info?id=` and `by_id/`: things and communities by name, including deleted ones. Leaves out unknown
 * names.
 */
export function info(ask: ApiCall): Answer {
  const names = (ask.parts[0] || ask.call.query.get('id') || '').split(',').slice(0, infoMost)
  const shaped = names.map((name) => named(ask, name.trim().toLowerCase())).filter((thing) => thing !== null)
  return ok(wholeListing(shaped))
}

function named(view: View, name: string): Shaped | null {
  if (name.startsWith('t5_')) {
    const subreddit = view.state.community.subreddits.find((subreddit) => `t5_${subredditIdOf(subreddit)}` === name)
    return subreddit && view.state.standingOf(subreddit) !== 'banned' ? shapedSubreddit(view, subreddit) : null
  }
  const thing = view.state.thing(name)
  const subreddit = thing && view.state.subreddit(postOf(thing).subreddit)
  return thing && subreddit && view.state.standingOf(subreddit) !== 'banned' ? shapedThing(view, thing, 'alone') : null
}

function shapedThing(view: View, thing: Thing, where: 'listing' | 'alone' = 'listing'): Shaped {
  return thing.kind === 't3' ? shapedPost(view, thing) : shapedComment(view, thing, { where })
}

/** Handles `r/{subreddit}/about` and the paths below it. */
export function about(ask: ApiCall): Answer {
  const found = readableSubreddit(ask, ask.parts[0] ?? '')
  if ('answer' in found) return found.answer
  const { subreddit } = found
  if (ask.parts[1] === '/rules') return ok(shapedRules(subreddit))
  return ok(shapedSubreddit(ask, subreddit))
}

export function requirements(ask: ApiCall): Answer {
  const found = readableSubreddit(ask, ask.parts[0] ?? '')
  return 'answer' in found ? found.answer : ok(shapedRequirements(found.subreddit))
}

/** Handles `subreddits/...`: communities by search, or the biggest first. */
export function subredditSearch(ask: ApiCall): Answer {
  const { query } = ask.call
  const words = (query.get('q') ?? query.get('query') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const says = ({ name, title, publicDescription }: (typeof all)[number]) =>
    `${name} ${title} ${publicDescription}`.toLowerCase()
  const all = ask.state.community.subreddits.filter((subreddit) => ask.state.standingOf(subreddit) !== 'banned')
  const found = all.filter((subreddit) => words.every((word) => says(subreddit).includes(word)))
  const sorted = found.toSorted((a, b) => b.subscribers - a.subscribers)
  const page = pageOf(query)
  const named = sorted.map((subreddit) => ({ subreddit, name: `t5_${subredditIdOf(subreddit)}` }))
  const { shown, hasMore } = pageByPosition(named, page)
  return ok(listingOf({ shown, hasMore }, page, (at) => shapedSubreddit(ask, shown[at]!.subreddit)))
}

export function subredditNames(ask: ApiCall): Answer {
  const start = (ask.call.form.get('query') ?? '').toLowerCase()
  const names = ask.state.community.subreddits.map(({ name }) => name)
  return ok({ names: names.filter((name) => start !== '' && name.toLowerCase().startsWith(start)).slice(0, 12) })
}

export function me(ask: ApiCall): Answer {
  if (!ask.viewer) return refused(403)
  return ok(shapedMe(ask, ask.viewer, ask.token.clientId))
}

/** Handles `user/{name}/about`. Returns 404 for users who left or are shadowbanned. */
export function userAbout(ask: ApiCall): Answer {
  const account = userOf(ask)
  return account ? ok(shapedAccount(ask, account)) : refused(404)
}

function userOf(ask: ApiCall) {
  const account = ask.state.people.get(ask.parts[0] ?? '')
  if (!account || account.standing === 'left') return null
  return account.standing === 'shadowbanned' && account !== ask.viewer ? null : account
}

/**
 * Handles `user/{name}/overview`, `submitted` and `comments`. A hidden profile is an empty list. That its owner gets one
 * too is a guess, and the worse case for clients.
 */
export function userThings(ask: ApiCall): Answer {
  const account = userOf(ask)
  if (!account) return refused(404)
  if (account.standing === 'suspended') return refused(403)
  const { board } = ask.state
  const kind = ask.parts[1] || 'overview'
  const own = function* () {
    if (account.profile === 'hidden') return
    const all = kind === 'comments' ? board.newest('t1') : kind === 'submitted' ? board.newest('t3') : merged(ask)
    for (const thing of all) {
      if (thing.author === account.name && isListed(ask, thing) && ask.state.isOpen(postOf(thing).subreddit))
        yield thing
    }
  }
  const page = pageOf(ask.call.query)
  const { shown, hasMore } = pageByTime<Thing>(own(), page)
  return ok(listingOf({ shown, hasMore }, page, (at) => shapedThing(ask, shown[at]!)))
}

/** Yields posts and comments together, newest first. */
function* merged({ state }: View): Generator<Thing> {
  const [posts, comments] = [state.board.newest('t3'), state.board.newest('t1')]
  let [post, comment] = [posts.next().value, comments.next().value]
  while (post || comment) {
    if (post && (!comment || post.id > comment.id)) {
      yield post
      post = posts.next().value
    } else if (comment) {
      yield comment
      comment = comments.next().value
    }
  }
}

export function trophies(): Answer {
  return ok({ kind: 'TrophyList', data: { trophies: [] } })
}
