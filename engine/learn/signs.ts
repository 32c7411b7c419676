import type { Item } from '../item.ts'
import { type CueKind, cueKinds } from '../score/cues.ts'
import { lexicon, phraseField, phraseWidth } from '../score/lexicon.ts'
import { type Reading, readText } from '../score/reading.ts'
import { readingLimits } from '../score/weights.ts'
import type { WeightedSpan } from '../text/marking.ts'
import { rarityAt, wordAt } from '../text/words.ts'

/** The properties by which a decision affects other items. Kept with the decision, since the item may be deleted. */
export interface Signs {
  /** The community, in lower case. */
  community: string
  author: string | null
  /** The hosts of its links. */
  links: string[]
  /** Kinds of cues (engine/score/cues.ts), each with its field, such as `title own`. */
  wording: string[]
  /** The words that indicate its subject: stemmed words of the table. */
  words: string[]
}

/** The minimum rarity of words that indicate a subject, and the number of characters searched for them. */
const leastRarity = 1
const subjectChars = 1_500
const linksMost = 5
/** Hosts with pages of many people. A link to them says nothing about its author. */
const platforms = (
  'reddit.com redd.it redditmedia.com imgur.com youtube.com youtu.be google.com github.com medium.com substack.com ' +
  'x.com twitter.com linkedin.com facebook.com instagram.com discord.gg wikipedia.org amazon.com apple.com ' +
  'microsoft.com notion.site producthunt.com t.me bit.ly'
).split(' ')

/** Returns the signs of an item. Keeps only words in common use, and no names except the author's. */
export function signsOf(item: Item): Signs {
  const wording = new Set<string>()
  const words = new Set<string>()
  eachSign(item, (word, cue) => {
    if (cue) wording.add(cue)
    if (word) words.add(word)
  })
  return {
    community: item.subreddit.toLowerCase(),
    author: item.author,
    links: linksIn(item).slice(0, linksMost),
    wording: [...wording],
    words: [...words],
  }
}

/** Returns where these words and cues occur. Rarer words weigh more. */
export function weightedSpans(item: Item, words: ReadonlySet<string>, wording: ReadonlySet<string>): WeightedSpan[] {
  const positions: WeightedSpan[] = []
  eachSign(item, (word, cue, span) => {
    if ((word && words.has(word)) || (cue && wording.has(cue))) positions.push(span)
  })
  return positions
}

/** Visits the words and cues of an item in the form that scoring has just read, to avoid reading it twice. */
function eachSign(
  item: Item,
  visit: (word: string | null, cue: `${'title' | 'body'} ${CueKind}` | null, span: WeightedSpan) => void,
): void {
  for (const field of ['title', 'body'] as const) {
    const { positions, length }: Reading = readText(field, item[field].slice(0, readingLimits.bodyChars))
    for (let at = 0; at < length; at += 3) {
      const phrase = positions[at]! * phraseWidth
      const start = positions[at + 1]!
      if (start > subjectChars) break
      const cue = lexicon.phrases[phrase + phraseField.cue]!
      const word = lexicon.phrases[phrase + phraseField.word]!
      const rarity = word < 0 ? 0 : rarityAt(word)
      if (cue < 0 && rarity < leastRarity) continue
      const span = { field, start, end: positions[at + 2]!, worth: rarity }
      visit(rarity < leastRarity ? null : wordAt(word), cue < 0 ? null : `${field} ${cueKinds[cue]!}`, span)
    }
  }
}

function linksIn({ title, body }: Item): string[] {
  const hosts = new Set<string>()
  for (const [, host = ''] of `${title} ${body}`.matchAll(/https?:\/\/(?:www\.)?([a-z0-9.-]+)/gi)) {
    const name = host.toLowerCase().replace(/\.+$/, '')
    if (name !== '' && !isPlatform(name)) hosts.add(name)
  }
  return [...hosts]
}

function isPlatform(host: string): boolean {
  return platforms.some((platform) => host === platform || host.endsWith(`.${platform}`))
}
