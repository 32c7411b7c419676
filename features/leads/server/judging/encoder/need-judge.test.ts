import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#engine/item.ts'
import { type NeedJudge, openNeedJudge, postsAtOnce } from './need-judge.ts'

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
        [2.363, 0.78, 0.478],
        [-3.16, -4.346, -5.222],
      ],
    ],
    [
      'a story',
      tells,
      [
        [1.864, -3.729, -4.665],
        [-2.209, -5.356, -6.208],
      ],
    ],
    [
      'a request for another product',
      laptop,
      [
        [-3.335, -3.799, -4.882],
        [0.588, -0.188, -0.772],
      ],
    ],
    [
      'letters with accents, and no body',
      cafe,
      [
        [-2.699, -4.236, -5.095],
        [-3.012, -4.458, -5.419],
      ],
    ],
    [
      'a long body, of which start and end are read',
      long,
      [
        [-1.499, -5.106, -6.24],
        [-2.691, -5.288, -6.347],
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
