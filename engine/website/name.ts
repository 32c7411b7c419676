import type { PageParts } from './pages/page-parts.ts'
import { pathOf, type Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'

/** The maximum number of words in a name; longer text is a slogan. */
const wordsMost = 4
const charsMost = 40
/** Separates a name from a slogan in a title. */
const separator = /\s+[-–—|·•»:~]+\s+|\s*[|·•»]\s*|:\s+/

/**
 * Returns the product's name: the part of the page's own names that its address confirms, or else the first part that
 * is short enough. Falls back to the address.
 */
export function nameOf({ url, pages, structured }: Website): Proposal | null {
  const [first] = pages
  if (!first) return null
  const page = pathOf(first.url)
  const candidates: Proposal[] = [
    ...siteNames(first).map((text) => ({ text, origin: 'siteName' as const, page })),
    ...structured.names.map((text) => ({ text, origin: 'structuredData' as const, page })),
    ...titles(first).map((text) => ({ text, origin: 'title' as const, page })),
  ].flatMap((candidate) => partsOf(candidate.text).map((text) => ({ ...candidate, text })))
  const label = labelOf(url.hostname)
  const confirmed = candidates.find(({ text }) => letters(text) === label)
  const close = candidates.find(({ text }) => letters(text).length > 2 && isPart(letters(text), label))
  const named = candidates.find(({ origin, text }) => origin !== 'title' && isName(text))
  const short = candidates.filter(({ text }) => isName(text)).sort((a, b) => wordCount(a.text) - wordCount(b.text))[0]
  const ofAddress = label === '' ? null : { text: capitalized(label), origin: 'address' as const, page: null }
  return confirmed ?? close ?? named ?? (label.length > 2 ? ofAddress : null) ?? short ?? ofAddress
}

function siteNames({ meta }: PageParts): string[] {
  return ['og:site_name', 'application-name', 'apple-mobile-web-app-title'].flatMap((key) => meta.get(key) ?? [])
}

function titles({ title, meta }: PageParts): string[] {
  return [title, meta.get('og:title') ?? ''].filter((text) => text !== '')
}

/** Returns the whole text if it may be a name, then its parts, ends first: names are first or last. */
function partsOf(text: string): string[] {
  const parts = text.split(separator).map((part) => part.trim())
  const ends = [parts[0], parts.at(-1), ...parts.slice(1, -1)].filter((part) => part !== undefined && part !== '')
  return [...new Set([text, ...ends])].filter((part): part is string => part !== undefined && isName(part))
}

function isName(text: string): boolean {
  return text.length <= charsMost && wordCount(text) <= wordsMost && /\p{L}/u.test(text) && !/[.!?]$/.test(text)
}

function wordCount(text: string): number {
  return text.split(/\s+/).length
}

/** Returns `tidy` for tidy.app and for www.tidy.co.uk. */
export function labelOf(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return ''
  const labels = host
    .toLowerCase()
    .replace(/^www\d?\./, '')
    .split('.')
  const suffix = labels.length > 2 && /^(?:co|com|org|net|ac|gov|edu)$/.test(labels.at(-2)!) ? 2 : 1
  return letters(labels.slice(0, -suffix).at(-1) ?? '')
}

/** Returns whether one starts with the other, ignoring words that addresses add: getacme, acmehq, useacme. */
function isPart(name: string, label: string): boolean {
  const bare = label
    .replace(/^(?:get|use|try|join|my|the|go|hey)(?=.{3})/, '')
    .replace(/(?<=.{3})(?:hq|app|labs|io)$/, '')
  return name === bare || (name.length > 3 && (label.startsWith(name) || name.startsWith(label)))
}

export function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
