import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { demandsOf } from './rule-demands.ts'

const kindsOf = (name: string, description = '') => demandsOf({ name, description }).map(({ kind }) => kind)

describe('a rule demands', () => {
  test.each<[name: string, description: string, kinds: string[]]>([
    ['No self-promotion', 'This is not your billboard.', ['promotion']],
    ['No advertising', 'No links to your own product or blog.', ['promotion']],
    [
      'Self-promotion',
      'Follow the 9:1 rule: nine contributions for each self-promotional link.',
      ['promotion', 'ratio'],
    ],
    ['Limit self-promotion', 'At most 10% of what you post may be your own content.', ['promotion', 'ratio']],
    ['No links', '', ['links']],
    ['No external links in comments', '', ['links']],
    ['Links are not allowed', 'Describe it instead.', ['links']],
    ['Do not post links', '', ['links']],
    ['No advertising or links', '', ['promotion', 'links']],
    ['No YouTube links', '', ['someLinks']],
    ['No links to paywalled articles', '', ['someLinks']],
    ['No affiliate or referral links', '', ['referrals']],
    ['Referral codes are banned', '', ['referrals']],
    ['Disclose your affiliation', 'If you work for the company that you mention, say so.', ['disclosure']],
    ['Disclose affiliate relationships', '', ['disclosure']],
    ['No undisclosed promotion', '', ['promotion', 'disclosure']],
    ['Self-promotion only in the weekly thread', '', ['promotion', 'thread']],
    ['No self-promotion', 'Use the monthly Share Your Project thread.', ['promotion', 'thread']],
    ['No surveys', 'Ask the mods first.', ['surveys']],
    ['Surveys, polls and market research are not allowed', '', ['surveys']],
    ['No AI-generated content', '', ['machineText']],
    ['Do not post ChatGPT answers', '', ['machineText']],
    ['Be civil', 'Attack the idea, not the person.', ['civility']],
    ['Respect others', 'No insults, no name-calling.', ['civility']],
    ['No DMs', "Don't ask people to DM you.", ['messages']],
    ['Keep it public', 'No soliciting private messages.', ['promotion', 'messages']],
    ['User flair required', 'Set your user flair before you comment.', ['flair', 'posts']],
    ['Use a flair', 'It helps others to find your post.', ['posts']],
    ['Minimum account age', 'Accounts must be 30 days old and have 100 karma.', ['age', 'karma']],
    ['Descriptive titles', 'Put the question in the title.', ['posts']],
    ['English only', '', ['english']],
    ['No personal information', 'Blur names, addresses and number plates.', ['privacy']],
    ['No spam', '', ['spam']],
    ['Keine Werbung', 'Keine Werbung, keine Rabattcodes, keine Umfragen.', ['promotion']],
    [
      'No advertising',
      'No advertising, referral codes, surveys or links to your own product.',
      ['promotion', 'referrals', 'surveys'],
    ],
    ['Stay on topic', 'Posts must be about what this place is for.', []],
    ['No medical advice', 'People here are strangers: ask a professional.', []],
    ['Links are welcome', '', []],
    ['AI tools are on topic', '', []],
    ['Questions?', 'Send the mods a PM.', []],
    ['宣伝禁止', '', []],
    ['', '', []],
  ])('%s · %s', (name, description, kinds) => {
    expect(kindsOf(name, description).toSorted()).toEqual(kinds.toSorted())
  })
})

describe('its limit is', () => {
  test.each<[name: string, kind: string, limit: number | null]>([
    ['Accounts must be at least 30 days old', 'age', 30],
    ['No accounts younger than 2 weeks', 'age', 14],
    ['Your account must be a month old', 'age', 30],
    ['New accounts are filtered: account age matters', 'age', null],
    ['You need 100 karma', 'karma', 100],
    ['You need 1,000+ comment karma', 'karma', 1000],
    ['You need 1.5k karma', 'karma', 1500],
    ['Minimum karma of 50', 'karma', 50],
    ['Low karma accounts are filtered', 'karma', null],
    ['Self-promotion: 9:1', 'ratio', 0.1],
    ['Self-promotion: one in ten posts', 'ratio', 0.1],
    ['No more than 20% self-promotion', 'ratio', 0.2],
    ['90% of your posts must not be self-promotion', 'ratio', 0.1],
  ])('%s: %s %j', (name, kind, limit) => {
    const demand = demandsOf({ name, description: '' }).find((each) => each.kind === kind)
    expect(demand).toBeDefined()
    expect(demand!.limit === null ? null : Math.round(demand!.limit * 1000) / 1000).toBe(limit)
  })
})

test('a rule made only of word beginnings takes no longer than any other', () => {
  const began = computedMs()
  demandsOf({ name: 'no weekly link '.repeat(5_000), description: 'promo self thread 9 karma '.repeat(5_000) })
  expect(computedMs() - began).toBeLessThan(2_000)
})
