import { readKeyword } from '../candidates/keywords.ts'
import type { Item, Profile } from '../item.ts'
import { plainText } from './plain-text.ts'

/** UTF-16 units: what is longer says nothing else, and models take only so much. */
const most = { description: 4_000, lead: 2_000, body: 8_000 } as const

/** What a project is, as one text: its description and what people write who need it, without what keywords leave out. */
export function descriptionText({ name, summary, keywords }: Profile): string {
  const wordings = [...new Set(keywords.flatMap((keyword) => readKeyword(keyword).wordings))]
  return cut(said([summary.trim() || name, wordings.join(', ')]), most.description)
}

/** What a lead says, without marks of formatting; empty where nothing is left of it. */
export function leadText({ title, body }: Pick<Item, 'title' | 'body'>): string {
  return cut(said([title, plainText(body.slice(0, most.body)).text]), most.lead)
}

function said(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n')
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed()
}
