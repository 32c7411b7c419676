import { wordingsOf } from '../candidates/common-keywords.ts'
import type { Item, Profile } from '../item.ts'
import { plainText } from './plain-text.ts'

/** In UTF-16 units: the rest of a longer text adds nothing, and models have a limit. */
const maxLengths = { description: 4_000, lead: 2_000, body: 8_000 } as const

/**
 * Returns the text that describes a project: its description and the phrases of its keywords, without excluded words
 * and common keywords.
 */
export function descriptionText(profile: Profile): string {
  const { name, summary } = profile
  const wordings = [...new Set(wordingsOf(profile))]
  return cut(joinedLines([summary.trim() || name, wordings.join(', ')]), maxLengths.description)
}

/** Returns the text of a lead without Markdown; empty if nothing is left. */
export function leadText({ title, body }: Pick<Item, 'title' | 'body'>): string {
  return cut(joinedLines([title, plainText(body.slice(0, maxLengths.body)).text]), maxLengths.lead)
}

function joinedLines(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n')
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed()
}
