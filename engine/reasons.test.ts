import { expect, test } from 'vitest'
import { evidenceOf } from './evidence.ts'
import { type FitFeature, fitFeatures, type IntentFeature, intentFeatures } from './features.ts'
import type { Item } from './item.ts'
import { compileProfile } from './profile.ts'
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

const none = {
  fit: Object.fromEntries(fitFeatures.map((name) => [name, 0])) as Record<FitFeature, number>,
  intent: Object.fromEntries(intentFeatures.map((name) => [name, 0])) as Record<IntentFeature, number>,
}

test('every feature is told in one reason, so that no point of a judgement is lost', () => {
  const evidence = evidenceOf(compileProfile(profile), item, [])
  const told = (fit: Partial<typeof none.fit>, intent: Partial<typeof none.intent>) => {
    const subject = { item, hits: [], evidence }
    const reasons = judgementReasons(subject, { ...none.fit, ...fit }, { ...none.intent, ...intent })
    return [...reasons.fit, ...reasons.intent].reduce((sum, { points }) => sum + points, 0)
  }
  for (const name of fitFeatures) expect([name, told({ [name]: 7 }, {})]).toEqual([name, 7])
  for (const name of intentFeatures) expect([name, told({}, { [name]: 7 })]).toEqual([name, 7])
})
