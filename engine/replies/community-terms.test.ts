import { describe, expect, test } from 'vitest'
import { communityGates, promotionTerms } from './community-terms.ts'

const rule = (name: string, description = '') => ({ name, description })

describe('the gates of a community', () => {
  test.each([
    ['Accounts must be at least 30 days old.', [['age', 30]]],
    ['You need 100 karma to post here.', [['karma', 100]]],
    [
      'New accounts are filtered. Accounts must have 50 karma.',
      [
        ['age', null],
        ['karma', 50],
      ],
    ],
    ['Be kind.', []],
  ])('in %j are %j', (words, gates) => {
    expect(communityGates([rule('Rule 1', words)]).map(({ kind, limit }) => [kind, limit])).toEqual(gates)
  })

  test('are quoted with their rule', () => {
    expect(communityGates([rule('Spam'), rule('Who may post', 'Accounts must be 2 weeks old. Be kind.')])).toEqual([
      { kind: 'age', limit: 14, rule: 'Who may post', words: 'Accounts must be 2 weeks old.' },
    ])
  })
})

describe('the days for promotion', () => {
  test.each([
    ['No self-promotion', 'Self-promotion is only allowed on Saturdays.', [[6]]],
    ['Self-promotion', 'Promote your product on the weekend or on Fridays only.', [[5, 6, 7]]],
    ['Keine Werbung', 'Werbung ist nur samstags erlaubt.', [[6]]],
    ['No self-promotion', 'Never.', []],
    ['Wednesday is meme day', 'Memes are allowed on Wednesdays.', []],
  ])('in %j, %j are %j', (name, description, days) => {
    expect(promotionTerms([rule(name, description)]).map((term) => term.days)).toEqual(days)
  })

  test('stand beside threads and shares, each with its sentence', () => {
    const rules = [
      rule('No self-promotion', 'Use the weekly promotion thread. At most 10% of your posts may be promotion.'),
      rule('Promo Friday', 'Self-promotion is welcome every Friday.'),
    ]
    expect(promotionTerms(rules)).toEqual([
      {
        kind: 'thread',
        days: [],
        rule: 'No self-promotion',
        words: 'Use the weekly promotion thread.',
      },
      {
        kind: 'share',
        days: [],
        rule: 'No self-promotion',
        words: 'At most 10% of your posts may be promotion.',
      },
      { kind: 'day', days: [5], rule: 'Promo Friday', words: 'Promo Friday' },
      { kind: 'day', days: [5], rule: 'Promo Friday', words: 'Self-promotion is welcome every Friday.' },
    ])
  })
})
