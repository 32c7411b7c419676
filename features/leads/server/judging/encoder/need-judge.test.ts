import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#engine/item.ts'
import type { NeedJudge } from '#platform/server/services.ts'
import { openNeedJudge, postsAtOnce } from './need-judge.ts'

let judge: NeedJudge
beforeAll(() => {
  judge = openNeedJudge()
})
afterAll(() => judge.close())

const crm: Profile = {
  name: 'Deskbook',
  website: null,
  summary: 'A simple CRM for small firms: contacts, deals and reminders.',
  keywords: ['crm', 'sales pipeline', 'track leads'],
  competitors: ['HubSpot', 'Pipedrive'],
}
const bare: Profile = { ...crm, summary: 'Custom gaming PCs and laptops.', keywords: [], competitors: [] }

const asks = {
  title: 'Which CRM would you recommend for a two-person agency?',
  body: 'We outgrew our spreadsheet and HubSpot is too expensive. Looking for something simple with reminders.',
}
const tells = {
  title: 'I built a CRM in a weekend',
  body: 'Here is what I learned about databases while building my own tool. Ask me anything!',
}
const laptop = {
  title: 'Looking for a gaming laptop under 1200',
  body: 'Mostly shooters, must be quiet. Any suggestions?',
}
const cafe = { title: 'Best café in Zürich?', body: '' }
const long = {
  title: 'How do you keep track of leads?',
  body: `${'word '.repeat(400)} Is there a tool that does this for me?`,
}

describe('the logits of a post are those of the model in training', () => {
  test.each([
    [
      'a request',
      asks,
      [
        [2.498, 0.95, 0.689],
        [-2.847, -4.071, -4.9],
      ],
    ],
    [
      'a story',
      tells,
      [
        [1.887, -3.93, -4.794],
        [-1.964, -5.406, -6.256],
      ],
    ],
    [
      'a request for another product',
      laptop,
      [
        [-3.072, -3.593, -4.7],
        [0.906, 0.082, -0.666],
      ],
    ],
    [
      'letters with accents, and no body',
      cafe,
      [
        [-2.608, -4.334, -5.489],
        [-2.864, -4.509, -5.754],
      ],
    ],
    [
      'a long body, of which start and end are read',
      long,
      [
        [-1.68, -5.028, -6.41],
        [-2.647, -5.238, -6.503],
      ],
    ],
  ] as const)('%s', async (_case, post, [forCrm, forBare]) => {
    const [[own], [other]] = [await judge.judge(crm, [post]), await judge.judge(bare, [post])]
    for (const at of [0, 1, 2]) {
      expect(own![at]).toBeCloseTo(forCrm[at]!, 1)
      expect(other![at]).toBeCloseTo(forBare[at]!, 1)
    }
  })
})

test('posts come back in order, each judged by itself', async () => {
  const together = await judge.judge(crm, [asks, tells, asks, cafe])
  const alone = [
    ...(await judge.judge(crm, [asks])),
    ...(await judge.judge(crm, [tells])),
    ...(await judge.judge(crm, [cafe])),
  ]
  expect(together).toEqual([alone[0], alone[1], alone[0], alone[2]])
})

test('a request wins over a story and another product', async () => {
  const [request, story, other] = await judge.judge(crm, [asks, tells, laptop])
  expect(request![1]).toBeGreaterThan(story![1])
  expect(request![1]).toBeGreaterThan(other![1])
})

test('texts of any kind are judged', async () => {
  const texts = ['', '\u0000\ud800', '💬'.repeat(2_000), 'مرحبا بالعالم', 'a'.repeat(50_000), '[CLS] [SEP] [MASK]']
  const logits = await judge.judge(
    { ...crm, name: '', summary: '' },
    texts.map((text) => ({ title: text, body: text })),
  )
  expect(logits.flat().every(Number.isFinite)).toBe(true)
})

test('more posts than fit in a question are refused', async () => {
  const many = Array.from({ length: postsAtOnce + 1 }, () => cafe)
  await expect(judge.judge(crm, many)).rejects.toThrow(RangeError)
})

test('a judge that has ended says so', async () => {
  const ended = openNeedJudge()
  await ended.close()
  await expect(ended.judge(crm, [asks])).rejects.toThrow('the judge has ended')
})
