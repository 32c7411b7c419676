import type { Subreddit } from '../../community/types.ts'
import type { Account } from '../state/people.ts'
import { idOf } from '../state/people.ts'
import type { State } from '../state/state.ts'
import { type Gone, type Post, postOf, type Thing } from '../state/things.ts'

/** The viewer, the origin and the time of a request. */
export interface View {
  state: State
  /** The sandbox's origin. */
  origin: string
  /** Null for an app without a user. */
  viewer: Account | null
  now: number
}

/** An item of a listing, as Reddit sends it. */
export interface Shaped {
  kind: string
  data: object
}

/** Converts ms to seconds, Reddit's unit for times. */
export function seconds(time: number): number {
  return Math.floor(time / 1000)
}

export function subredditIdOf(subreddit: Pick<Subreddit, 'name'>): string {
  return idOf(`r/${subreddit.name}`).slice(-6)
}

/** Returns why the viewer can't read something. Authors still see their own posts that moderators removed. */
export function goneFor({ viewer }: View, { gone, author }: Thing): Gone | null {
  return gone === 'removed' && viewer?.name === author ? null : gone
}

/** Returns whether the viewer sees something in lists. */
export function isListed(view: View, thing: Thing): boolean {
  const { state, viewer } = view
  if (goneFor(view, thing) !== null) return false
  const author = state.people.get(thing.author)
  if (author?.standing === 'shadowbanned' && author !== viewer) return false
  return true
}

/** Returns the author that the viewer sees, or null for [deleted]. */
export function authorOf(view: View, thing: Thing): Account | null {
  const account = view.state.people.get(thing.author)
  const gone = goneFor(view, thing)
  if (gone === 'deleted' || account?.standing === 'left') return null
  // Removed comments don't show their author.
  if (gone === 'removed' && thing.kind === 't1') return null
  return account
}

/** Returns the text, or a placeholder if it is gone. */
export function bodyOf(view: View, thing: Thing): string {
  const gone = goneFor(view, thing)
  return gone === null ? thing.body : `[${gone}]`
}

/** Returns the path below the origin. */
export function permalinkOf(thing: Thing): string {
  const post = postOf(thing)
  const id = (id: number) => id.toString(36)
  const link = `/r/${post.subreddit}/comments/${id(post.id)}/${slugOf(post)}/`
  return thing.kind === 't3' ? link : `${link}${id(thing.id)}/`
}

function slugOf({ title }: Post): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    if (slug.length + word.length > 49) break
    slug += slug === '' ? word : `_${word}`
  }
  return encodeURI(slug || 'post')
}
