import { describe, expect, test } from 'vitest'
import { forms, formsAbroad, furtherAnswers, thanksFor } from './forms.ts'
import { type Lexicon, slotsOf } from './grammar.ts'
import { kinds, lexiconOfKind, lexiconsFor } from './language.ts'
import { sampleBusinesses } from './sample-businesses.ts'
import { homes, unusedLexicons } from './subreddits.ts'

/** The facts that threads supply. */
const facts = 'name other third maker site code rec recsite spam subreddit op asked rule'.split(' ')

/** Returns the slots under these sections that nothing fills. */
function unfilled(sections: string[], lexicons: readonly Lexicon[]): string[] {
  const seen = new Set<string>()
  const missing: string[] = []
  const follow = (slot: string, from: string) => {
    if (facts.includes(slot) || seen.has(slot)) return
    seen.add(slot)
    const section = lexicons.find((each) => each.has(slot))?.get(slot)
    if (!section || section.length === 0) missing.push(`${from} > ${slot}`)
    for (const each of section?.flatMap(slotsOf) ?? []) follow(each, slot)
  }
  for (const section of sections) follow(section, '')
  return missing
}

const english = homes.filter(({ talk, perDay }) => talk === 'en' && perDay > 0)
const abroad = homes.filter(({ talk }) => talk !== 'en')

describe('every slot of a text can be filled', () => {
  test.each(english)('in r/$name, for all posts and replies', ({ talk, theme, tone, kinds: own }) => {
    const aboutNothing = Object.entries(forms).filter(([, { product }]) => !product)
    const common = [
      'asked-title',
      'asked-body',
      ...Object.keys(furtherAnswers.chatter),
      'op-reply',
      'private-reply',
      'private-stop',
      'modmail-reply',
      'removed-note',
      'visitor-pitch',
      'mod-note',
      'bot',
      'edit',
    ]
    const texts = aboutNothing.flatMap(([form, { answers }]) => [`${form}-title`, ...Object.keys(answers)])
    const bodies = aboutNothing.map(([form]) => `${form}-body`).filter((each) => !/link|joke/.test(each))
    expect(unfilled([...texts, ...bodies, ...common], lexiconsFor(talk, theme, tone, undefined))).toEqual([])
    const products = Object.entries(forms).filter(([, { product }]) => product)
    for (const kind of own) {
      const sections = products.flatMap(([form, { answers }]) => [
        `${form}-title`,
        `${form}-body`,
        ...Object.keys(answers),
      ])
      const further = [
        ...Object.keys(furtherAnswers.product),
        ...Object.values(thanksFor),
        'more-product',
        'op-visitor',
        ...common,
      ]
      expect(unfilled([...sections, ...further], lexiconsFor(talk, theme, tone, kind)), kind).toEqual([])
    }
  })

  test.each(abroad)('in r/$name, in its own language', ({ talk, theme, tone, kinds: own }) => {
    const posts = [...formsAbroad.filter((form) => form !== 'question'), 'asked', 'ask', 'leave'].flatMap((form) => [
      `${form}-title`,
      `${form}-body`,
    ])
    const answers =
      'question-answer rant-react story-react recommend advise same counter thanks op-reply private-stop reply-yes reply-no'
    expect(unfilled([...posts, ...answers.split(' ')], lexiconsFor(talk, theme, tone, own[0]))).toEqual([])
  })
})

test('there are at least 25 kinds of products and 40 subreddits, and no unused lexicons', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(25)
  expect(homes.filter(({ perDay }) => perDay > 0).length).toBeGreaterThanOrEqual(40)
  expect(unusedLexicons()).toEqual([])
})

test("the competitors on a sample business's website are the first names of its kind", () => {
  for (const { kind, competitors, subreddits } of sampleBusinesses) {
    const names = lexiconOfKind(kind).get('name')!.map(String)
    expect(names.slice(0, competitors.length)).toEqual(competitors)
    expect(
      homes
        .filter(({ kinds: own }) => own.includes(kind))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...subreddits].sort())
  }
})

test('product names belong to one kind each', () => {
  const names = kinds.flatMap((kind) => lexiconOfKind(kind).get('name')!.map(String))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
