import { shapedComment } from '../shapes/thing.ts'
import { type Comment, type Post, scoreOf, type Thing } from '../state/things.ts'
import { wholeListing } from './listing.ts'
import { isListed, type Shaped, type View } from './view.ts'

/** How many comments a tree shows, and how deep. Below Reddit's 500, because threads here are smaller. */
const treeMost = 40
const depthMost = 8

export interface TreeAsk {
  sort: string
  limit: number
  depth: number
}

export function treeAskOf(form: URLSearchParams): TreeAsk {
  const number = (name: string, most: number) => {
    const value = Number.parseInt(form.get(name) ?? '', 10)
    return value > 0 ? Math.min(value, most) : most
  }
  return { sort: form.get('sort') ?? 'confidence', limit: number('limit', treeMost), depth: number('depth', depthMost) }
}

/**
 * Returns the comments below a post or another comment. The rest are listed as `more`: with names to ask for, or as a
 * thread to continue if only the depth is exceeded.
 */
export function treeBelow(view: View, parent: Thing, ask: TreeAsk): Shaped[] {
  const chosen = choose(view, parent, ask)
  return shape(view, parent, ask, chosen, depthOf(parent) + ask.depth)
}

/** Returns these comments and their replies as a flat list, without their ancestors. */
export function treeOf(view: View, post: Post, comments: readonly Comment[], ask: TreeAsk): Shaped[] {
  const things: Shaped[] = []
  const chosen = new Set(comments)
  const visited = new Set<Comment>()
  const visit = (comment: Comment) => {
    if (visited.has(comment) || comment.post !== post || !stays(view, comment)) return
    visited.add(comment)
    things.push(shapedComment(view, comment, { where: 'tree', replies: '' }))
    const below = sorted(view, comment.replies, ask.sort)
    if (below.length === 0) return
    const fits = comment.depth + 1 - comments[0]!.depth < depthMost && things.length + below.length <= treeMost
    const rest = fits ? [] : below.filter((reply) => !chosen.has(reply))
    if (fits) for (const reply of below) visit(reply)
    if (rest.length > 0) things.push(moreOf(comment, rest, comment.depth + 1))
  }
  for (const comment of comments) visit(comment)
  return things
}

/** Goes level by level, so that each branch of a big thread shows its beginning. */
function choose(view: View, parent: Thing, { sort, limit, depth }: TreeAsk): Set<Comment> {
  const chosen = new Set<Comment>()
  let level: Thing[] = [parent]
  for (let at = 0; at < depth && level.length > 0; at++) {
    const next = level.flatMap((thing) => sorted(view, thing.replies, sort))
    for (const comment of next) {
      if (chosen.size >= limit) return chosen
      chosen.add(comment)
    }
    level = next
  }
  return chosen
}

function shape(view: View, parent: Thing, ask: TreeAsk, chosen: Set<Comment>, deepest: number): Shaped[] {
  const below = sorted(view, parent.replies, ask.sort)
  const shown = below.filter((comment) => chosen.has(comment))
  const rest = below.filter((comment) => !chosen.has(comment))
  const things = shown.map((comment) => {
    const replies = shape(view, comment, ask, chosen, deepest)
    return shapedComment(view, comment, {
      where: 'tree',
      replies: replies.length === 0 ? '' : wholeListing(replies, null),
    })
  })
  if (rest.length === 0) return things
  const isTooDeep = depthOf(parent) >= deepest
  return [...things, isTooDeep ? continuationOf(parent) : moreOf(parent, rest, depthOf(parent) + 1)]
}

function depthOf(thing: Thing): number {
  return thing.kind === 't3' ? -1 : thing.depth
}

function moreOf(parent: Thing, rest: readonly Comment[], depth: number): Shaped {
  const count = rest.reduce((sum, comment) => sum + sizeOf(comment), 0)
  const [first] = rest
  const id = first ? first.id.toString(36) : '_'
  const children = rest.map((comment) => comment.id.toString(36))
  return { kind: 'more', data: { count, name: `t1_${id}`, id, parent_id: parent.name, depth, children } }
}

function continuationOf(parent: Thing): Shaped {
  const depth = depthOf(parent) + 1
  return { kind: 'more', data: { count: 0, name: 't1__', id: '_', parent_id: parent.name, depth, children: [] } }
}

function sizeOf(comment: Comment): number {
  return comment.replies.reduce((sum, reply) => sum + sizeOf(reply), 1)
}

/** A deleted comment stays if it has visible replies. */
function stays(view: View, comment: Comment): boolean {
  return isListed(view, comment) || comment.replies.some((reply) => stays(view, reply))
}

function sorted(view: View, comments: readonly Comment[], sort: string): Comment[] {
  const shown = comments.filter((comment) => stays(view, comment))
  if (sort === 'new') return shown.toReversed()
  if (sort === 'old') return shown
  const score = (comment: Comment) => scoreOf(comment, view.now)
  return shown.toSorted((a, b) => score(b) - score(a) || a.id - b.id)
}
