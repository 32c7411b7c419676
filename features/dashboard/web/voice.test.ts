import { expect, test } from 'vitest'
import { voiceOf } from './voice.ts'

const name = (id: string, kind: 'brand' | 'competitor' | 'industry', positive: number, unknown = 0) => ({
  ...{ id, kind, phrase: id, positive, unknown, neutral: 0, negative: 0 },
})

test('the brand and its competitors share the mentions of all of them, without other keywords', () => {
  const names = [name('crm', 'industry', 50), name('us', 'brand', 1), name('them', 'competitor', 2, 1)]
  expect(voiceOf(names)).toEqual([
    { id: 'them', kind: 'competitor', phrase: 'them', percent: 75 },
    { id: 'us', kind: 'brand', phrase: 'us', percent: 25 },
  ])
  expect(voiceOf([name('us', 'brand', 0), name('crm', 'industry', 1)])).toEqual([])
})
