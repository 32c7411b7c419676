import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Change } from '../../contract/events.ts'
import { eventKinds } from '../../contract/events.ts'
import { applyChanges, onChanges } from './changes.ts'

const fetched: QueryKey[] = [
  ['projects'],
  ['opportunities', 'p', 'new', 'now'],
  ['opportunities-latest', 'p', 'new', 'now'],
  ['opportunities-any', 'p'],
  ['opportunity', 'lead 1'],
  ['opportunity', 'lead 2'],
  ['keywords', 'p'],
  ['competitors', 'p'],
  ['history', 'p', 'keyword 1'],
  ['audit', 'p'],
  ['imports', 'p'],
  ['access', 'p'],
  ['billing', 'p', 'subscriptions'],
  ['health', 'p'],
  ['notices', 'p'],
  ['notes', { opportunity: 'lead 1' }],
  ['reply-company', 'p', 'lead 2'],
  ['mentions', 'p', 'brand'],
  ['mention', 'mention 1'],
  ['conversations', 'p', 'reddit', ''],
  ['inbox-figures', 'p', 'reddit', 'counts'],
  ['keywords', 'another project'],
  ['conversations', 'another project', 'reddit', ''],
  ['health', 'another project'],
  ['session'],
]

/** Returns the invalidated and the removed queries after changes of project p. */
function outcome(changes: Change[] | null): { outdated: QueryKey[]; gone: QueryKey[] } {
  const client = new QueryClient()
  for (const key of fetched) client.setQueryData(key, 'something')
  applyChanges(client, 'p', changes)
  const all = client.getQueryCache().getAll()
  return {
    outdated: all.filter((query) => query.state.isInvalidated).map((query) => query.queryKey),
    gone: fetched.filter((key) => !client.getQueryState(key)),
  }
}

test('a decision on one lead keeps other leads and removes hidden lists, to be fetched when shown', () => {
  expect(outcome([{ kind: 'opportunities', id: 'lead 1' }])).toEqual({
    outdated: [
      ['opportunities-latest', 'p', 'new', 'now'],
      ['opportunities-any', 'p'],
      ['opportunity', 'lead 1'],
      ['notices', 'p'],
      ['reply-company', 'p', 'lead 2'],
    ],
    gone: [['opportunities', 'p', 'new', 'now']],
  })
})

test('a message or a mention removes hidden lists, so that nothing old is shown on the way back', () => {
  expect(outcome([{ kind: 'messages', id: null }])).toEqual({
    outdated: [['inbox-figures', 'p', 'reddit', 'counts']],
    gone: [['conversations', 'p', 'reddit', '']],
  })
  expect(outcome([{ kind: 'mentions', id: null }])).toEqual({
    outdated: [['mention', 'mention 1']],
    gone: [['mentions', 'p', 'brand']],
  })
})

test.each([
  ['project', [['projects'], ['audit', 'p']]],
  [
    'watchlist',
    [
      ['keywords', 'p'],
      ['competitors', 'p'],
      ['history', 'p', 'keyword 1'],
      ['audit', 'p'],
    ],
  ],
  ['imports', [['imports', 'p']]],
  [
    'billing',
    [
      ['access', 'p'],
      ['billing', 'p', 'subscriptions'],
    ],
  ],
  ['health', [['health', 'p']]],
  [
    'notices',
    [
      ['notices', 'p'],
      ['notes', { opportunity: 'lead 1' }],
    ],
  ],
  ['answering', [['reply-company', 'p', 'lead 2']]],
] as const)('a change of kind %s outdates only its queries', (kind, outdated) => {
  expect(outcome([{ kind, id: null }])).toEqual({ outdated, gone: [] })
})

test('a reset counts as a change of every kind, in this project only', () => {
  const { outdated, gone } = outcome(null)
  const lists = fetched.filter(([name]) => ['opportunities', 'mentions', 'conversations'].includes(String(name)))
  expect(gone).toEqual(lists.filter(([, project]) => project === 'p'))
  const others = fetched.filter(([name, project]) => name !== 'session' && project !== 'another project')
  expect(outdated).toEqual(others.filter((key) => !lists.includes(key)))
  expect(outcome(eventKinds.map((kind) => ({ kind, id: null }))).outdated).toEqual(outdated)
})

test('a listener receives changes until it unsubscribes', () => {
  const received: unknown[] = []
  const stop = onChanges((changes) => received.push(changes))
  const changes: Change[] = [{ kind: 'project', id: null }]
  applyChanges(new QueryClient(), 'p', changes)
  applyChanges(new QueryClient(), 'p', null)
  stop()
  applyChanges(new QueryClient(), 'p', changes)
  expect(received).toEqual([changes, null])
})
