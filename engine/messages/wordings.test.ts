import { describe, expect, test } from 'vitest'
import { messageHolds, messageRefusals } from './holds.ts'
import { explanationPath, holdWording, refusalWording } from './wordings.ts'

const wordings = [
  ...messageHolds.map((hold) => [hold, holdWording(hold, new Date())] as const),
  ['a plan without messages', holdWording('plan', null)] as const,
  ...messageRefusals.map((refusal) => [refusal, refusalWording(refusal)] as const),
]

describe('each hold and refusal is explained in short sentences', () => {
  test.each(wordings)('%s: %s', (_reason, words) => {
    expect(words).toMatch(/^[A-Z].*\.$/)
    for (const sentence of words.split(/(?<=\.) /)) expect(sentence.split(' ').length).toBeLessThanOrEqual(20)
  })

  test('and no two alike, except that a suspension can hold or refuse', () => {
    const texts = wordings.filter(([reason]) => reason !== 'suspended').map(([, words]) => words)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

test('a plan without messages has none tomorrow', () => {
  expect(holdWording('plan', new Date())).toContain('tomorrow')
  expect(holdWording('plan', null)).not.toContain('tomorrow')
})

test.each([...messageHolds, ...messageRefusals])('%s leads to a named part of the page about limits', (reason) => {
  expect(explanationPath(reason)).toMatch(/^\/legal\/violation#[a-z]+(-[a-z]+)*$/)
})

test.each([
  ['quietHours', '/legal/violation#quiet-hours'],
  ['doNotContact', '/legal/violation#asked-not-to-be-contacted'],
  ['unwilling', '/legal/violation#messages-not-accepted'],
  ['toString', '/legal/violation'],
  ['somethingElse', '/legal/violation'],
])('%s is explained at %s', (reason, path) => {
  expect(explanationPath(reason)).toBe(path)
})
