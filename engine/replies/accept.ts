import { isEnglish } from './checking/reply-language.ts'
import { hostOf, linksIn, replyReader } from './checking/reply-reading.ts'
import { instructionIn, isInstruction } from './instructions.ts'
import { fixedInstructions, type PromptRequest, visible } from './prompt.ts'

/** Why a model's text isn't shown. */
export type Refusal =
  | 'empty'
  | 'tooLong'
  | 'boundary'
  | 'prompt'
  | 'instruction'
  | 'link'
  | 'number'
  | 'superlative'
  | 'bannedClaim'
  | 'mention'
  | 'language'

/** A text to offer as a draft, or why not and the words of it that decided. */
export type Acceptance = { accepted: true; text: string } | { accepted: false; refusal: Refusal; words: string }

const lengthMost = 4_000
/** The number of words from which a text shows whether it is English. */
const languageWords = 7
/** Equal words in a row that show a repeated instruction. */
const promptWords = 7

const superlatives =
  /(?<![\p{L}\p{N}])(?:#\s?1|no\.? ?1|number one|world[- ]class|best[- ]in[- ]class|market[- ]leading|industry[- ]leading|award[- ]winning|state[- ]of[- ]the[- ]art|the (?:very )?best|(?:the )?(?:fastest|cheapest|easiest|simplest|safest|greatest|largest|biggest|smartest|strongest)|most (?:popular|trusted|advanced|powerful|affordable|secure|reliable|complete)|leading|guaranteed?s?|unlimited|unbeatable|revolutionary|perfect|flawless|always free|completely free|totally free|free forever|risk[- ]free|100 ?%|never fails?|everyone uses|nobody else|no other)(?![\p{L}\p{N}])/giu
/** Numbers, with their currency or unit sign. Numbers of lists and within words such as `B2B` are none. */
const numbers = /(?<![\p{L}\p{N}.])[$€£₹¥]?\s?\d+(?:[.,]\d+)*\s?(?:%|k\b)?/giu
const numberWords =
  /(?<![\p{L}\p{N}])(?:half|double|twice|triple|dozens?|hundreds?|thousands?|millions?|billions?|percent|tenfold)(?![\p{L}\p{N}])/giu
const listMark = /^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+/gm
/** Words by which a sentence speaks of the product without its name. */
const ownSubject =
  /(?<![\p{L}\p{N}])(?:it|its|it['’]s|we|we['’]re|our|us|they|their|plans?|pricing|trial|app|tool|product|service)(?![\p{L}\p{N}])/iu
/** What models say around a text. */
const wrapping =
  /^\s*(?:sure|certainly|of course|okay|here(?:['’]s| is)|draft|reply|response|answer)\b[^.\n]{0,60}[:!]|^\s*```|^\s*\{/i

/**
 * Checks what a chat model returned for a prompt. Refuses a text with the boundary or the instructions of the prompt,
 * with instructions, with links that neither the facts nor the thread contain, with claims that no fact makes, or with
 * banned claims, or in another language. Adds the disclosure line if the product is named without it.
 */
export function acceptDraft(returned: string, request: PromptRequest, boundary: string): Acceptance {
  const text = visible(returned).trim()
  const refuse = (refusal: Refusal, words: string): Acceptance => ({
    accepted: false,
    refusal,
    words: words.slice(0, 200),
  })
  if (text === '') return refuse('empty', '')
  if (text.length > lengthMost) return refuse('tooLong', text)
  // A part of the boundary gives it away too.
  const stem = boundary.slice(0, 12).toLowerCase()
  if (text.toLowerCase().includes(stem) || /^\s*(?:END )?(?:POST|RULES|COMMENT) [0-9a-f]{8}/m.test(text)) {
    return refuse('boundary', stem)
  }
  const repeated = repeatedInstruction(text)
  if (repeated !== null) return refuse('prompt', repeated)
  const instruction = wrapping.exec(text)?.[0] ?? instructionIn(text)
  if (instruction !== null) return refuse('instruction', instruction)
  const { product, disclosure, bannedClaims, mention } = request
  const reading = replyReader(product, { disclosure, bannedClaims })(text)
  const link = foreignLink(text, request)
  if (link !== null) return refuse('link', link)
  const banned = reading.bannedClaims[0]
  if (banned) return refuse('bannedClaim', text.slice(banned.start, banned.end))
  const claim = unfoundedClaim(text, request)
  if (claim !== null) return refuse(claim.refusal, claim.words)
  if (isOtherLanguage(text, request)) return refuse('language', text)
  const isNamed = reading.names.length > 0 || reading.links.some(({ isOwn }) => isOwn)
  if (isNamed && !mention) return refuse('mention', product.name)
  const line = disclosure.trim() || `Disclosure: I work on ${product.name}.`
  return { accepted: true, text: isNamed && !reading.discloses ? `${text}\n\n${line}` : text }
}

/** Returns whether a text is English instead of the requested language, or the opposite. Its facts may be in any. */
function isOtherLanguage(text: string, { language, facts }: PromptRequest): boolean {
  const own = text
    .split(/(?<=[.!?])\s+|\n/)
    .filter((sentence) => !facts.includes(sentence.replace(/[.!?]$/, '').trim()))
    .join(' ')
  if (language === null || wordsIn(own).length < languageWords) return false
  return isEnglish(own) !== (language === 'en')
}

/** Returns the first number, price, or superlative that no fact contains; null if there is none. */
function unfoundedClaim(
  text: string,
  { product, facts, disclosure, post, thread }: PromptRequest,
): { refusal: Refusal; words: string } | null {
  const names = [product.name, ...product.aliases].filter((name) => name !== '').map((name) => name.toLowerCase())
  const own = `${facts}\n${disclosure}\n${names.join('\n')}`.toLowerCase()
  const ownNumbers = numbersIn(own)
  const theirs = [post.title, post.body, ...thread].flatMap((each) => [...numbersIn(each)])
  const allNumbers = new Set([...ownNumbers, ...theirs])
  for (const sentence of text.replace(listMark, '').split(/(?<=[.!?])\s+|\n/)) {
    const lower = sentence.toLowerCase()
    const superlative = [...lower.matchAll(superlatives)].find(([found]) => !own.includes(found))
    if (superlative) return { refusal: 'superlative', words: superlative[0] }
    // A sentence about the product can't take its numbers from the thread: "They say that it costs $1."
    const isOwn = ownSubject.test(lower) || names.some((name) => lower.includes(name))
    const known = isOwn ? ownNumbers : allNumbers
    const plain = lower.replace(/https?:\S+/g, ' ')
    const number = [...numbersIn(plain)].find((found) => !known.has(found))
    if (number) return { refusal: 'number', words: number }
    const word = isOwn ? [...plain.matchAll(numberWords)].find(([found]) => !own.includes(found)) : undefined
    if (word) return { refusal: 'number', words: word[0] }
  }
  return null
}

function numbersIn(text: string): Set<string> {
  return new Set([...text.matchAll(numbers)].map(([found]) => found.replaceAll(/[\s,]/g, '').toLowerCase()))
}

/** Returns words of the fixed instructions that a text repeats; null if it repeats none. */
function repeatedInstruction(text: string): string | null {
  const words = ` ${wordsIn(text).join(' ')} `
  for (const instruction of fixedInstructions) {
    const own = wordsIn(instruction)
    for (let at = 0; at + promptWords <= own.length; at++) {
      const part = own.slice(at, at + promptWords).join(' ')
      if (words.includes(` ${part} `)) return part
    }
  }
  return null
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns a link that neither the project nor the thread contains; lines of the thread that give instructions don't count. */
function foreignLink(text: string, { product, facts, disclosure, post, thread }: PromptRequest): string | null {
  const calm = [post.title, post.body, ...thread]
    .flatMap((each) => each.split('\n'))
    .filter((line) => !isInstruction(line))
  const known = new Set(linksIn([facts, disclosure, ...calm].join('\n')).map(({ address }) => addressKey(address)))
  const site = product.website === null ? null : hostOf(product.website)
  for (const { address } of linksIn(text)) {
    const isSite = site !== null && hostOf(address) === site && addressKey(address) === site
    if (!isSite && !known.has(addressKey(address))) return address
  }
  return null
}

function addressKey(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
}
