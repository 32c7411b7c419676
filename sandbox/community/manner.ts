import type { Random } from './random.ts'

/** A person's writing style. */
export interface Manner {
  /** Whether sentences start with a capital letter. */
  capitals: boolean
  spelling: 'british' | 'american'
  /** The share of words with a typo. */
  typos: number
  slang: boolean
  apostrophes: boolean
  /** How texts end: with a full stop, nothing, dots, or an exclamation mark. */
  ending: '.' | '' | '...' | '!'
  emoji: string
  /** How often they say more than necessary. */
  talkative: number
}

export function mannerBy(random: Random): Manner {
  const loose = random.chance(0.22)
  return {
    capitals: !(loose && random.chance(0.7)),
    spelling: random.chance(0.4) ? 'british' : 'american',
    typos: random.chance(0.3) ? 0.012 : 0,
    slang: loose && random.chance(0.5),
    apostrophes: !random.chance(loose ? 0.6 : 0.06),
    ending: random.chance(0.6) ? '.' : random.pick(['', '', '...', '!']),
    emoji: random.chance(0.12) ? random.pick(['😅', '😂', '🙏', ':)', ';)', '🤷', '❤️', '👍']) : '',
    talkative: random.next() ** 1.5,
  }
}

const spellings = `colour color|favourite favorite|organiser organizer|organisation organization|grey gray|centre center
neighbour neighbor|apologise apologize|aluminium aluminum|mould mold|mum mom|catalogue catalog|travelling traveling
labelled labeled|cancelled canceled|petrol gas|nappy diaper|levelled leveled|cheque check|humour humor|tyre tire
realise realize|specialise specialize|licence license|programme program|sceptical skeptical|summarise summarize`
  .split(/[|\n]/)
  .map((pair) => pair.split(' ') as [string, string])
const toAmerican = new Map(spellings)
const british = wordsIn(toAmerican)

const shorter = new Map(
  `you u|your ur|because bc|people ppl|though tho|please pls|probably prob|something smth|honestly tbh|really rly
with w/|about abt|without w/o|okay k|thanks thx`
    .split(/[|\n]/)
    .map((pair) => pair.split(' ') as [string, string]),
)
const long = wordsIn(shorter)

/** Returns a text in a person's style. Text in other languages keeps its words. */
export function inManner(text: string, manner: Manner, english: boolean, random: Random): string {
  let written = tidied(text)
  if (english) {
    if (/\ba [aeiou]/i.test(written))
      written = written.replace(/\b(a)(?= (?:[aeio]|u(?!n[ei]|s[ae])))(?! one)/gi, '$1n')
    if (manner.spelling === 'american') written = written.replace(british, (word) => toAmerican.get(word)!)
    if (manner.slang) written = written.replace(long, (word) => (random.chance(0.7) ? shorter.get(word)! : word))
    if (manner.typos > 0) written = mistyped(written, manner.typos, random)
    if (!manner.apostrophes) written = written.replace(/(?<=[a-z])'(?=[a-z])/g, '')
  }
  written = manner.capitals || !english ? capitalised(written) : written.replace(/\bI\b/g, 'i')
  return ended(written, manner, random)
}

/** Cleans up after choices that were empty. */
function tidied(text: string): string {
  let written = text
  if (written.includes('  ')) written = written.replace(/ {2,}/g, ' ')
  if (/ [,.\n]/.test(written)) written = written.replace(/ (?=[,.\n])/g, '')
  if (/[.!?]\./.test(written)) written = written.replace(/(?<!\.)([.!?])\.(?=\s|$)/g, '$1')
  return written.trim()
}

/** Returns a title in a person's style, without an ending. */
export function titleInManner(text: string, manner: Manner, english: boolean, random: Random): string {
  const written = inManner(text, { ...manner, ending: '.', emoji: '' }, english, random).replace(/\n+/g, ' ')
  return written.replace(/(?<![.!?])\.$/, '').slice(0, 300)
}

/** Returns whether the next letter starts a sentence, a line or a list item. */
function begins(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (text[before] === '"' || text[before] === '¿' || text[before] === '¡')) before--
  if (before < 0 || text[before] === '\n') return true
  if (text[before] !== ' ') return false
  while (text[before] === ' ') before--
  const mark = text[before]
  if (mark === '!' || mark === '?') return true
  if (mark === '-' || mark === '*' || mark === '>') return before === 0 || text[before - 1] === '\n'
  return mark === '.' && text[before - 1] !== '.'
}

function capitalised(text: string): string {
  let written = ''
  let done = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter < 'a' || (letter > 'z' && letter < 'ß') || !begins(text, at)) continue
    const end = at + 1
    written += text.slice(done, at) + letter.toUpperCase()
    done = end
  }
  return written + text.slice(done)
}

function ended(text: string, { ending, emoji }: Manner, random: Random): string {
  const plain = /[^.!?]\.$/.test(text) && !/\n[-*>\d|][^\n]*$/.test(text)
  const finished = plain ? text.slice(0, -1) + ending : text
  return emoji !== '' && !finished.includes('http') && random.chance(0.4) ? `${finished} ${emoji}` : finished
}

/** Adds typos only to lower-case words, so that names and addresses stay intact. */
function mistyped(text: string, share: number, random: Random): string {
  return text.replace(/(?<![\w/.@<[-])[a-z]{4,}(?![\w/.@:-])/g, (word) => {
    if (!random.chance(share)) return word
    const at = 1 + random.below(word.length - 2)
    if (random.chance(0.5)) return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
    return random.chance(0.6) ? word.slice(0, at) + word.slice(at + 1) : word.slice(0, at) + word[at] + word.slice(at)
  })
}

function wordsIn(words: ReadonlyMap<string, string>): RegExp {
  return new RegExp(`\\b(?:${[...words.keys()].join('|')})\\b`, 'g')
}
