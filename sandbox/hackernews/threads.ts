import { sayOne, startOfText } from '../community/grammar.ts'
import { kinds, lexiconsFor } from '../community/language.ts'
import { inManner, titleInManner } from '../community/manner.ts'
import { plainManner } from '../community/people.ts'
import { randomFor } from '../community/random.ts'
import { sampleBusinesses } from '../community/sample-businesses.ts'
import { factsOf } from '../community/threads.ts'

/** A post with comments on it, in order. Texts are HTML, as Hacker News has them. */
export interface SlotThread {
  title: string
  text: string
  by: string
  comments: { by: string; text: string }[]
}

const names =
  'abaft bluecrate dotpitch fernloop gridward halfduplex ionq_fan kestrel9 lowpass mvanholt nullisland octet'
    .concat(
      ' parsec_ plinth quietbyte rsaunders saltmarsh tbl_scan ulexite vantablank wren_ xylograph yakshaver zeroth',
    )
    .split(' ')

/** Returns the thread that begins in a slot of time, about one kind of product. The same slot yields the same thread. */
export function threadOfSlot(slot: number): SlotThread {
  const random = randomFor(`hackernews/${slot}`)
  const kind = random.chance(0.7) ? random.pick(sampleBusinesses).kind : random.pick(kinds)
  const scope = { facts: factsOf(kind, random), lexicons: lexiconsFor('en', 'code', 'terse', kind) }
  const used = startOfText()
  const say = (section: string) => inManner(sayOne(section, scope, random, used), plainManner, true, random)
  const form = random.pick(['ask', 'ask', 'leave'])
  const [by, ...others] = threeOf(names, random.below(names.length))
  return {
    title: `Ask HN: ${titleInManner(sayOne(`${form}-title`, scope, random, used), plainManner, true, random)}`,
    text: htmlOf(say(`${form}-body`)),
    by: by!,
    comments: others.map((other, at) => ({ by: other, text: htmlOf(say(at === 0 ? 'advise' : 'same-ask')) })),
  }
}

function threeOf(all: readonly string[], from: number): string[] {
  return [0, 1, 2].map((step) => all[(from + step * 5) % all.length]!)
}

function htmlOf(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&#x27;')
    .replaceAll('/', '&#x2F;')
  return escaped.trim().split(/\n+/).join('<p>')
}
