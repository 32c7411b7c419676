import { describe, expect, test } from 'vitest'
import type { StatementKind } from './rules.ts'
import { statementsIn } from './statements.ts'

const post = (body: string, title = 'Hello') => ({ kind: 'post', title, body }) as const
/** What a text says of a kind, as its topic and the marked words. */
const said = (kind: StatementKind, body: string) =>
  statementsIn(post(body), kind).map(({ topic, text, marks }) => [
    topic,
    ...marks.map(([start, end]) => text.slice(start, end)),
  ])

const cases: [StatementKind, string, string[] | null][] = [
  ['pains', 'My kiln app keeps crashing after the update.', ['Not working', 'keeps crashing']],
  ['pains', 'I hate having to retype every label.', ['Frustration', 'I hate having to']],
  ['pains', 'The export takes forever on a slow line.', ['Taking too long', 'takes forever']],
  ['pains', 'We match 40 invoices manually each month.', ['Manual work', 'manually']],
  ['pains', 'I’m struggling to keep our stock in order.', ['Hard to do', 'struggling to']],
  ['pains', 'We keep chasing clients for late payments.', ['Chasing people', 'chasing clients']],
  ['pains', 'We had no issues with the new kiln at all.', null],
  ['pains', 'If it keeps crashing, restart the kiln first.', null],
  ['pains', 'Many people struggle with taxes at first.', null],
  ['pains', 'Our kiln has a window and two shelves.', null],
  ['objections', 'Glazepoint is way too expensive for a studio of two.', ['Too expensive', 'way too expensive']],
  ['objections', 'I don’t want to pay $40 a month for labels.', ['Too expensive', 'don’t want to pay']],
  ['objections', 'They raised their prices again this spring.', ['Price increases', 'raised their prices']],
  ['objections', 'Sadly there is no free plan for small shops.', ['No free plan, or a subscription', 'no free plan']],
  ['objections', 'I worry about vendor lock-in with this one.', ['Locked in', 'vendor lock-in']],
  ['objections', 'I don’t trust them with my customer list.', ['Lack of trust', 'don’t trust']],
  ['objections', 'It has a steep learning curve for my staff.', ['Hard to learn', 'steep learning curve']],
  ['objections', 'It doesn’t integrate with our till.', ['Missing features', 'It doesn’t integrate']],
  ['objections', 'Honestly it is overkill for one potter.', ['More than they need', 'overkill']],
  ['objections', 'Is Glazepoint worth it for ten pots a week?', ['Unsure if it’s worth it', 'Is Glazepoint worth it']],
  ['objections', 'I want something that is not too expensive.', null],
  ['objections', 'We can’t afford to lose another month.', null],
  ['requests', 'I wish it had an offline mode.', ['Features', 'wish it']],
  ['requests', 'We need something that can print.', ['Products and services', 'We need something that can']],
  ['requests', 'Can anyone recommend a kiln controller?', ['Recommendations', 'anyone recommend']],
  ['requests', 'I am looking for a glaze calculator.', ['Products and services', 'I am looking for']],
  ['requests', 'Is there a way to sync two kilns?', ['Ways to do something', 'Is there a way to']],
  ['requests', 'Any good alternatives to Glazepoint out there?', ['Alternatives', 'Any good alternatives to']],
  ['requests', 'I am looking for some honest advice here.', null],
  ['requests', 'We fired forty pots on Sunday morning.', null],
]

test.each(cases)('%s in “%s”: %j', (kind, body, expected) => {
  expect(said(kind, body)).toEqual(expected === null ? [] : [expected])
})

describe('the texts that count', () => {
  test('are the title and body of a post, and the body of a comment', () => {
    const item = { title: 'My kiln keeps crashing', body: 'I am tired of this old thing.' }
    const textsOf = (kind: 'post' | 'comment') => statementsIn({ ...item, kind }, 'pains').map(({ text }) => text)
    expect(textsOf('post')).toEqual([item.title, item.body])
    expect(textsOf('comment')).toEqual([item.body])
  })

  test('leave out quoted lines, code, and Markdown', () => {
    const body =
      '> I am tired of pots that break\n\n```\nit keeps crashing here\n```\n\nMy **kiln** keeps crashing too.'
    expect(statementsIn(post(body), 'pains').map(({ text }) => text)).toEqual(['My kiln keeps crashing too.'])
  })

  test('start after the mark of a list item', () => {
    const body = 'My list:\n\n- I am tired of this old kiln.'
    expect(statementsIn(post(body), 'pains')).toMatchObject([
      { text: 'I am tired of this old kiln.', marks: [[5, 13]] },
    ])
  })

  test('are cut around the words that count if they are long', () => {
    const [statement] = statementsIn(
      post(`${'and so on '.repeat(60)}my kiln keeps crashing ${'again '.repeat(60)}`),
      'pains',
    )
    expect(statement!.text.length).toBeLessThan(310)
    expect(statement!.text.slice(...statement!.marks[0]!)).toBe('keeps crashing')
  })
})
