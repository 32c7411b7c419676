import { expect, test } from 'vitest'
import { compileProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import { evidenceOf, spansOf } from './evidence.ts'
import { fitFeatures, hotFeatures, intentFeatures } from './features.ts'
import { judgementReasons } from './reasons.ts'

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

test('every feature is told in one reason, so that no point of a judgement is lost', () => {
  const compiled = compileProfile(profile)
  const evidence = evidenceOf(compiled, item, [])
  const spans = spansOf(compiled, item, [])
  const told = (fitPlace: number, intentPlace: number) => {
    const fit = fitFeatures.map((_, place) => (place === fitPlace ? 7 : 0))
    const intent = intentFeatures.map((_, place) => (place === intentPlace ? 7 : 0))
    const reasons = judgementReasons({ item, hits: [], evidence, spans }, fit, intent)
    return [...reasons.fit, ...reasons.intent].reduce((sum, { points }) => sum + points, 0)
  }
  for (const [place, name] of fitFeatures.entries()) expect([name, told(place, -1)]).toEqual([name, 7])
  for (const [place, name] of intentFeatures.entries()) expect([name, told(-1, place)]).toEqual([name, 7])
})

test('the hot ones are asked what all leads are asked first', () => {
  expect(intentFeatures.slice(0, hotFeatures.length)).toEqual(hotFeatures)
})
