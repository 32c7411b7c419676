import { phraseFinder } from './phrases.ts'
import { isEnglish } from './reply-language.ts'
import {
  disclosurePhrases,
  machinePhrases,
  messagePhrases,
  type PhrasePair,
  pitches,
  referralAddress,
  referralPhrases,
  rudePhrases,
  shortenedAddress,
  surveyAddress,
  surveyPhrases,
} from './reply-words.ts'

/** Words of a reply: UTF-16 offsets, end exclusive. `softer` is what to write instead; null if nothing is offered. */
export interface Mark {
  start: number
  end: number
  softer: string | null
}

/** How a product is named in texts. */
export interface ProductNames {
  name: string
  website: string | null
  aliases: readonly string[]
}

interface Link extends Mark {
  address: string
  /** Whether it leads to the product's website. */
  isOwn: boolean
}

const groups = {
  pitch: pitches,
  referral: referralPhrases,
  survey: surveyPhrases,
  message: messagePhrases,
  rude: rudePhrases,
  machine: machinePhrases,
  disclosure: disclosurePhrases,
} as const
type Group = keyof typeof groups

/** A reply as far as rules are about it. */
export interface ReplyReading {
  text: string
  isEmpty: boolean
  isEnglish: boolean
  /** The names of the product. A name in lower case may be an everyday word. */
  names: (Mark & { isSure: boolean })[]
  links: Link[]
  phrases: Record<Group, Mark[]>
  /** Claims that the project doesn't make. */
  bannedClaims: Mark[]
  /** Email addresses and phone numbers. */
  contacts: Mark[]
  /** Whether the project's disclosure line, or one in other words, is part of it. */
  discloses: boolean
}

const linkPattern =
  /\[([^\]\n]{0,300})\]\((https?:\/\/[^\s)]{1,1000})\)|(?:https?:\/\/|www\.)[^\s<>()[\]"]{2,1000}|(?<![\p{L}\p{N}@./-])[\p{L}\p{N}-]{1,60}(?:\.[\p{L}\p{N}-]{1,60})*\.(?:com|net|org|io|app|dev|co|ai|me|so|ly|gle|example)(?![\p{L}\p{N}])(?:\/[^\s<>()[\]"]{0,500})?/giu
const emailPattern =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,60}(?:\.[\p{L}\p{N}-]{1,60}){1,4}/giu
const phonePattern =
  /(?<![\p{L}\p{N}.$€£])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{2,4}[ .-])\d{3,4}[ .-]?\d{3,4}(?![\p{L}\p{N}])/gu

/** Returns a function that reads replies for one project. Build it once: reading then takes a few milliseconds. */
export function replyReader(
  product: ProductNames,
  { disclosure, bannedClaims }: { disclosure: string; bannedClaims: readonly string[] },
): (text: string) => ReplyReading {
  const own = [product.name, ...product.aliases].map((each) => each.trim()).filter((each) => each !== '')
  const claims = bannedClaims.map((each) => each.trim()).filter((each) => each !== '')
  const findOwn = phraseFinder(own)
  const findClaims = phraseFinder(claims)
  const findGroups = Object.fromEntries(
    Object.entries(groups).map(([group, pairs]) => [group, pairFinder(pairs)]),
  ) as Record<Group, (text: string) => Mark[]>
  const site = product.website === null ? null : hostOf(product.website)
  const line = squeezed(disclosure)
  return (text) => {
    const links = linksOf(text, product.name, site)
    const names = findOwn(text)
      .map(({ phrase, start, end }) => ({
        ...{ start, end, softer: null },
        isSure: startsAsWritten(own[phrase]!, text.slice(start, end)),
      }))
      .filter((mark) => !isInside(links, mark))
    const phrases = Object.fromEntries(
      Object.entries(findGroups).map(([group, find]) => [group, find(text)]),
    ) as ReplyReading['phrases']
    return {
      ...{ text, links, names, phrases },
      isEmpty: text.trim() === '',
      isEnglish: isEnglish(text),
      bannedClaims: findClaims(text).map(({ start, end }) => ({ start, end, softer: null })),
      contacts: [...marksOf(text, emailPattern), ...marksOf(text, phonePattern)],
      discloses: (line !== '' && squeezed(text).includes(line)) || phrases.disclosure.length > 0,
    }
  }
}

/** Returns the words of a text that promote the product: its names and links to its site. */
export function promotionIn({ names, links }: ReplyReading): Mark[] {
  return inOrder([...names, ...links.filter(({ isOwn }) => isOwn)])
}

/** Returns marks in reading order, each once. */
export function inOrder(marks: readonly Mark[]): Mark[] {
  const byPlace = new Map(marks.map((mark) => [`${mark.start} ${mark.end}`, mark]))
  return [...byPlace.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Returns a function that finds phrases and what to write instead. */
function pairFinder(pairs: readonly PhrasePair[]): (text: string) => Mark[] {
  const find = phraseFinder(pairs.map(([phrase]) => phrase))
  return (text) =>
    find(text).map(({ phrase, start, end }) => ({
      ...{ start, end },
      softer: inCaseOf(text.slice(start, end), pairs[phrase]![1]),
    }))
}

/** Returns the host of an address in lower case, without `www.`; null if it has none. */
export function hostOf(address: string): string | null {
  const url = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)
  return url === null || url.hostname === '' ? null : url.hostname.replace(/^www\./, '')
}

/** Returns whether an address leads to a site or one of its subdomains. */
function isOfSite(address: string, site: string | null): boolean {
  const host = hostOf(address)
  return site !== null && host !== null && (host === site || host.endsWith(`.${site}`))
}

/** Returns the links of a text, also those without `https://`. */
export function linksIn(text: string): { start: number; end: number; address: string; label: string | null }[] {
  return [...text.matchAll(linkPattern)].map((match) => {
    const [whole, label, address] = match
    const written = address === undefined ? whole.replace(/[.,;:!?*_'~]+$/, '') : whole
    return {
      start: match.index,
      end: match.index + written.length,
      address: address ?? written,
      label: label === undefined ? null : label,
    }
  })
}

function linksOf(text: string, name: string, site: string | null): Link[] {
  return linksIn(text).map(({ start, end, address, label }) => {
    const isOwn = isOfSite(address, site)
    return { start, end, address, isOwn, softer: label ?? (isOwn ? name : '') }
  })
}

export function isReferral({ address }: { address: string }): boolean {
  return referralAddress.test(address)
}
export function isSurvey({ address }: { address: string }): boolean {
  return surveyAddress.test(address)
}
export function isShortened({ address }: { address: string }): boolean {
  return shortenedAddress.test(address)
}

function marksOf(text: string, pattern: RegExp): Mark[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    softer: null,
  }))
}

function isInside(marks: readonly Mark[], { start, end }: Mark): boolean {
  return marks.some((mark) => mark.start <= start && mark.end >= end)
}

function startsAsWritten(name: string, written: string): boolean {
  const first = name.charAt(0)
  return first === first.toLowerCase() || written.charAt(0) === first || name.includes(' ')
}

function inCaseOf(written: string, softer: string | null): string | null {
  if (!softer) return softer
  const first = written.charAt(0)
  const isCapital = first !== first.toLowerCase() && first.toLowerCase() !== 'i'
  return isCapital ? softer.charAt(0).toUpperCase() + softer.slice(1) : softer
}

/** Lowercases a text and makes all white space one space, to compare lines by. */
function squeezed(text: string): string {
  return text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim().replace(/\.$/, '')
}
