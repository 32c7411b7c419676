import { authorName, placeName } from '#engine/places/places.ts'
import type { IconName } from '#platform/ui/icon.tsx'
import { count } from '#platform/web/text/units.ts'
import type { Mention, MentionMute, MuteKind } from '../contract.ts'
import type { Feeling, Status } from './view.ts'

export const kindNames: Record<Mention['kind'], string> = {
  brand: 'Brand',
  competitor: 'Competitor',
  industry: 'Industry',
}

export const feelingNames: Record<Feeling, string> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
  unknown: 'Not judged',
}

/** Each sentiment has a sign of its own shape, so that no one needs its color. */
export const feelingLooks: Record<Feeling, { icon: IconName; className: string }> = {
  positive: { icon: 'arrowUp', className: 'bg-good-soft text-good' },
  neutral: { icon: 'minus', className: 'bg-hover text-muted' },
  negative: { icon: 'arrowDown', className: 'bg-danger-soft text-danger' },
  unknown: { icon: 'more', className: 'bg-hover text-muted' },
}

export const statusNames: Record<Status, string> = { open: 'Open', handled: 'Handled', all: 'Open and handled' }

export const muteNames: Record<MuteKind, string> = { thread: 'thread', author: 'author', community: 'community' }

export function feelingOf({ sentiment }: Pick<Mention, 'sentiment'>): Feeling {
  return sentiment ?? 'unknown'
}

/** Returns a number of mentions in words. */
export function mentionsText(mentions: number): string {
  return mentions === 1 ? '1 mention' : `${count(mentions)} mentions`
}

/** Returns the text for a change of handled mentions. */
export function handledText(handled: boolean, mentions: number): string {
  const text = handled ? 'Marked handled' : 'Marked not handled'
  return mentions === 1 ? text : `${text}: ${mentionsText(mentions)}`
}

/** Returns what is muted: an author or community by name, a thread by its title. */
export function mutedText({ kind, name, post }: Pick<MentionMute, 'kind' | 'name' | 'post'>): string {
  if (kind === 'author') return authorName(name)
  if (kind === 'community') return placeName(name)
  return post?.title.trim() || 'A thread without a title'
}

/** Returns how unusual a spike is. */
export function usualText(usual: number): string {
  return usual === 0 ? 'usually none' : `usually ${count(usual)}`
}
