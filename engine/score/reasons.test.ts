import { expect, test } from 'vitest'
import { compileProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import { evidenceOf, spansOf } from './evidence.ts'
import { fitFeatures, hotFeatures, intentFeatures } from './features.ts'
import { judgmentReasons } from './reasons.ts'

const item: Item = {
  id: 'a',
  kind: 'post',
  subreddit: 'CRM',
  author: null,
  title: 'Which CRM?',
  body: '',
  flair: null,
  score: null,
  numComments: null,
  postedAt: null,
}
const profile = { name: 'Dealnest', website: null, summary: 'A CRM', keywords: ['crm'], competitors: [] }

test('every feature belongs to exactly one reason, so that no points are lost', () => {
  const compiled = compileProfile(profile)
  const evidence = evidenceOf(compiled, item, [])
  const spans = spansOf(compiled, item, [])
  const pointsOf = (fitIndex: number, intentIndex: number) => {
    const fit = fitFeatures.map((_, index) => (index === fitIndex ? 7 : 0))
    const intent = intentFeatures.map((_, index) => (index === intentIndex ? 7 : 0))
    const reasons = judgmentReasons({ item, hits: [], evidence, spans }, fit, intent)
    return [...reasons.fit, ...reasons.intent].reduce((sum, { points }) => sum + points, 0)
  }
  for (const [index, name] of fitFeatures.entries()) expect([name, pointsOf(index, -1)]).toEqual([name, 7])
  for (const [index, name] of intentFeatures.entries()) expect([name, pointsOf(-1, index)]).toEqual([name, 7])
})

test('the hot features are the first of the intent features', () => {
  expect(intentFeatures.slice(0, hotFeatures.length)).toEqual(hotFeatures)
})
