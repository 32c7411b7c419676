import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalForm } from '#engine/text/text.ts'
import { ask } from '#tests/support/databases.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

/** Returns the texts in which the search index lacks a word that the engine finds. */
async function withoutRuns(texts: readonly string[]): Promise<string[]> {
  const rows = await ask<{ text: string; runs: string[] }>(
    world.url,
    'select text, word_runs(text) as runs from unnest($1::text[]) text',
    [texts],
  )
  return rows.flatMap(({ text, runs }) => {
    const missing = (normalForm(text).match(/[a-z0-9]+/g) ?? []).filter((run) => !runs.includes(run))
    return missing.length === 0 ? [] : [text]
  })
}

/** All characters of the basic plane, and the letters, digits and signs beyond it that look like ASCII. */
const characters = [
  // U+A7F1 is newer than the Unicode version of PostgreSQL 18.
  [0x01, 0xa7f0],
  [0xa7f2, 0xd7ff],
  [0xe000, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
  [0xe0000, 0xe01ef],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
)

test('the search index has the words around and with each character', async () => {
  expect(characters.length).toBeGreaterThan(64_000)
  expect(await withoutRuns(characters.map((character) => `x${character}y ${character}Z`))).toEqual([])
}, 60_000)

test.each([
  '**fo**o and b~~a~~r, not 2*3 or a****b',
  'fo\\**o and snake\\_case',
  'Straße, İstanbul, ﬁle, ＣＲＭ™, cafe\u0301, in\u00advoice, 1\ufe0f\u20e3',
  '',
])('the search index has the words of %j', async (text) => {
  expect(await withoutRuns([text])).toEqual([])
})

test('a post has its words, those of its title, its community and author; a run that is too long is cut', async () => {
  const [row] = await ask<{ terms: string[] }>(
    world.url,
    `select tsvector_to_array(post_terms('Tea', $1, 'Sub', null)) as terms`,
    [`${'a'.repeat(3_000)} crm`],
  )
  expect(row?.terms.toSorted()).toEqual(['a'.repeat(100), 'crm', 'r/sub', 't/tea', 'tea', 'u/'])
})
