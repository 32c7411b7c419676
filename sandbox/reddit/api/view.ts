import type { Subreddit } from '../../community/types.ts'
import type { Account } from '../state/people.ts'
import { idOf } from '../state/people.ts'
import type { State } from '../state/state.ts'
import { type Gone, type Post, postOf, type Thing } from '../state/things.ts'

/** Who looks at what there is, from where and when. */
export interface View {
  state: State
  /** Where the sandbox listens. */
  origin: string
  /** Null for an app that speaks for nobody. */
  viewer: Account | null
  now: number
}

/** What is answered where something is listed. */
export interface Shaped {
  kind: string
  data: object
}

/** Seconds, as Reddit writes its times. */
export function seconds(time: number): number {
  return Math.floor(time / 1000)
}

export function subredditIdOf(subreddit: Pick<Subreddit, 'name'>): string {
  return idOf(`r/${subreddit.name}`).slice(-6)
}

/** What it is that took something away from whoever looks: who wrote what moderators removed is not told, and still reads it. */
export function goneFor({ viewer }: View, { gone, author }: Thing): Gone | null {
  return gone === 'removed' && viewer?.name === author ? null : gone
}

/** Whether something can be seen without asking for it by its name. */
export function isListed(view: View, thing: Thing): boolean {
  const { state, viewer } = view
  if (goneFor(view, thing) !== null) return false
  const author = state.people.get(thing.author)
  if (author?.standing === 'shadowbanned' && author !== viewer) return false
  return true
}

/** Who wrote it, as others see it; null for nobody that there still is. */
export function authorOf(view: View, thing: Thing): Account | null {
  const account = view.state.people.get(thing.author)
  const gone = goneFor(view, thing)
  if (gone === 'deleted' || account?.standing === 'left') return null
  // Of removed comments nobody else is told whose they were.
  if (gone === 'removed' && thing.kind === 't1') return null
  return account
}

/** What is left to read of it. */
export function bodyOf(view: View, thing: Thing): string {
  const gone = goneFor(view, thing)
  return gone === null ? thing.body : `[${gone}]`
}

/** Its address below the origin. */
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
