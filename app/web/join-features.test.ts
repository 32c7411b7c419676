import { expect, test } from 'vitest'
import { joinScreens, joinSlots } from './join-features.ts'

const screen = async () => () => null
const slots = {
  agency: { Clients: () => null, ReportBrand: () => null, TransferEffect: () => null },
  accountSecurity: { Password: () => null, Deletion: () => null },
  accountExport: () => null,
  projectExport: () => null,
  communities: { Field: () => null, unreadable: async () => new Set<string>() },
  leadFollowUp: { Reminder: () => null, Notes: () => null },
  personNotes: () => null,
  cannedReplies: () => null,
  messageAuthor: () => null,
  publicReply: () => null,
  communityFacts: () => null,
  replyPanel: () => null,
  postThread: () => null,
  setupAlerts: () => null,
  seo: { Threads: () => null, Tag: () => null, Receipts: () => null },
  webhooks: () => null,
  usage: () => null,
  sourceHealth: () => null,
  pushSources: () => null,
  projectImport: () => null,
}

test('joins the screens of several features', () => {
  const joined = joinScreens([
    { name: 'leads', screens: { '/app/opportunities': screen } },
    { name: 'search' },
    { name: 'projects', screens: { '/app/setup': screen } },
  ])
  expect(Object.keys(joined)).toEqual(['/app/opportunities', '/app/setup'])
})

test('rejects a path that two features have, by their names', () => {
  const screens = { '/app/setup': screen }
  expect(() =>
    joinScreens([
      { name: 'projects', screens },
      { name: 'team', screens },
    ]),
  ).toThrow('Both projects and team bring /app/setup')
})

test('rejects a slot that is filled twice or not at all', () => {
  expect(joinSlots([{ name: 'privacy', slots }])).toEqual(slots)
  expect(() =>
    joinSlots([
      { name: 'privacy', slots },
      { name: 'reddit', slots },
    ]),
  ).toThrow('Both privacy and reddit')
  expect(() => joinSlots([{ name: 'reddit', slots: { communities: slots.communities } }])).toThrow(
    'No feature fills the slot accountExport, accountSecurity, projectExport, leadFollowUp, personNotes, cannedReplies, messageAuthor, publicReply, communityFacts, replyPanel',
  )
})
