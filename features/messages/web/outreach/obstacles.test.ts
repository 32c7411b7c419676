import { expect, test } from 'vitest'
import { type Outreach, publicReplyObstacles } from '../../contract-outbox.ts'
import { anOutreach } from '../factories.ts'
import { obstacleText, replyObstacleText, wayTo } from './obstacles.ts'

const invitations = [{ quote: 'DM me', permalink: '/r/crm/comments/x1/', recorded: false }]

test.each<[string, Partial<Outreach>, ReturnType<typeof wayTo>]>([
  ['somebody who said nothing', {}, { kind: 'uninvited' }],
  ['somebody who invited messages', { invitations }, { kind: 'open', conversation: null }],
  ['somebody who wrote first', { wroteFirst: true }, { kind: 'open', conversation: null }],
  ['somebody who wants none', { invitations, obstacle: 'doNotContact' }, { kind: 'closed', obstacle: 'doNotContact' }],
  ['an earlier conversation', { conversation: 'c', obstacle: 'alreadyContacted' }, { kind: 'open', conversation: 'c' }],
])('the way to %s', (_whom, outreach, way) => {
  expect(wayTo(anOutreach(outreach))).toEqual(way)
})

test('an obstacle is worded with the name, if there is one', () => {
  expect(obstacleText('doNotContact', 'mara_k')).toBe('u/mara_k asked not to be contacted.')
  expect(obstacleText('noAuthor', null)).toContain('deleted their account')
})

test.each(publicReplyObstacles)('a reply that Earshot can not post because of %s is explained', (obstacle) => {
  expect(replyObstacleText({ obstacle, account: null })).toMatch(/^[A-Z].*\.$/)
  expect(replyObstacleText({ obstacle: null, account: 'deskbook' })).toBeNull()
})

test('an account that has to be reconnected is named', () => {
  expect(replyObstacleText({ obstacle: 'disconnected', account: 'deskbook' })).toContain('u/deskbook')
})
