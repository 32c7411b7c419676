import { expect, test } from 'vitest'
import { buildFinder } from '../candidates/candidates.ts'
import { leavingOut } from './leaving-out.ts'

test.each([
  ['crm', 'hubspot', 'crm -"hubspot"'],
  ['crm for freelancers', 'free trial', 'crm for freelancers -"free trial"'],
  ['crm OR "contact list"', 'hubspot', '(crm OR "contact list") -"hubspot"'],
  ['crm -hubspot', 'zoho', 'crm AND NOT hubspot -"zoho"'],
  ['crm (', 'hubspot', null],
  [`crm ${'-a '.repeat(49)}`, 'hubspot', null],
])('%s without %s', (keyword, text, expected) => {
  expect(leavingOut(keyword, text)).toBe(expected)
})

test.each(['crm', 'crm for freelancers', 'crm OR clients', 'crm -zoho'])(
  '%s no longer finds excluded text',
  (keyword) => {
    const item = (title: string) =>
      ({
        id: 'a',
        title,
        body: '',
        kind: 'post',
        subreddit: 'x',
        author: null,
        flair: null,
        score: 1,
        numComments: 1,
        postedAt: 1,
      }) as const
    const profile = {
      name: 'X',
      website: null,
      summary: '',
      keywords: [leavingOut(keyword, 'plumbing')!],
      competitors: [],
    }
    const finder = buildFinder([{ id: 'x', profile }])
    const named = (title: string) =>
      finder.find(item(title)).some(({ hits }) => hits.some(({ kind }) => kind === 'keyword'))
    expect(named('Best CRM for freelancers with clients?')).toBe(true)
    expect(named('Best CRM for freelancers with clients in plumbing?')).toBe(false)
  },
)
