import type { Place } from '../community/types.ts'
import type { Account } from './people.ts'
import { idOf } from './people.ts'
import type { State } from './state.ts'
import { type Post, postOf, type Thing } from './things.ts'

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

export function placeIdOf(place: Pick<Place, 'name'>): string {
  return idOf(`r/${place.name}`).slice(-6)
}

/** Whether something can be seen without asking for it by its name. */
export function isListed({ state, viewer }: View, thing: Thing): boolean {
  if (thing.gone !== null) return false
  const author = state.people.get(thing.author)
  if (author?.standing === 'shadowbanned' && author !== viewer) return false
  return true
}

/** Who wrote it, as others see it; null for nobody that there still is. */
export function authorOf({ state }: View, thing: Thing): Account | null {
  const account = state.people.get(thing.author)
  if (thing.gone === 'deleted' || account?.standing === 'left') return null
  // Of removed comments nobody is told whose they were.
  if (thing.gone === 'removed' && thing.kind === 't1') return null
  return account
}

/** What is left to read of it. */
export function bodyOf(thing: Thing): string {
  if (thing.gone === 'deleted') return '[deleted]'
  if (thing.gone === 'removed') return '[removed]'
  return thing.body
}

/** Its address below the origin. */
export function permalinkOf(thing: Thing): string {
  const post = postOf(thing)
  const id = (id: number) => id.toString(36)
  const link = `/r/${post.place}/comments/${id(post.id)}/${slugOf(post)}/`
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
