import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionText, actorText, detailText } from './audit-labels.ts'

test.each([
  ['member.invite', 'Invited a member'],
  ['project.handOver', 'Transferred ownership'],
  ['planet.settle', 'planet.settle'],
])('the action %s is shown as: %s', (action, text) => {
  expect(actionText({ action })).toBe(text)
})

/** Returns the actions that the server writes to the audit log, found in its source code, without names of webhooks. */
function written(): string[] {
  const features = join(import.meta.dirname, '../..')
  const files = globSync('*/server/**/*.ts', { cwd: features }).filter((name) => !/test/.test(name))
  const source = files.map((name) => readFileSync(join(features, name), 'utf8')).join('\n')
  const whole = [
    ...source.matchAll(
      /'((?!public\.|lead\.|mention\.new|person\.stage|alert\.)[a-z]\w*\.(?!(?:com|csv|js|json|onnx|ts)')[a-z]\w*)'/g,
    ),
  ].map(([, action = '']) => action)
  const rows = [...source.matchAll(/(?:(update|delete)Row\(ctx, \{ )?\bnoun: '(\w+)'/g)].flatMap(
    ([, only, noun = '']) => (only ? [only] : ['create', 'update', 'delete']).map((verb) => `${noun}.${verb}`),
  )
  return [...whole, ...rows]
}

test('every action that the server writes has a label', () => {
  expect(written()).toEqual(
    expect.arrayContaining(['member.leave', 'opportunity.save', 'note.create', 'campaign.delete', 'project.export']),
  )
  expect(written().filter((action) => actionText({ action }) === action)).toEqual([])
})

test.each([
  [{}, ''],
  [{ from: 'member', to: 'admin' }, 'Member to Admin'],
  [{ role: 'client' }, 'as client'],
  [{ changed: ['timeZone', 'summary'] }, 'time zone, summary'],
  [{ name: 'Nightly sync', scope: 'read', apiToken: 'an id' }, 'Nightly sync · via API token'],
  [{ peopleKept: 3 }, '3 people kept'],
  [{ peopleKept: 1 }, '1 person kept'],
  [{ peopleKept: 0 }, ''],
  [{ role: 'toString', changed: 'name' }, ''],
])('the details %j are shown as: %s', (details, text) => {
  expect(detailText({ details })).toBe(text)
})

const ada = { id: '1', documentId: '1', email: 'ada@example.com' }
const root = { id: '2', email: 'root@example.com' }

test.each([
  [{ actor: 'user:1', user: ada, details: {} }, 'ada@example.com'],
  [{ actor: 'user:1', user: ada, details: { admin: root } }, 'ada@example.com, by internal admin root@example.com'],
  [{ actor: 'user:1', user: null, details: { admin: root } }, 'Internal admin root@example.com'],
  [{ actor: 'user:1', user: null, details: {} }, 'Former member'],
  [{ actor: 'job:backfill', user: null, details: {} }, 'Earshot'],
  [{ actor: 'operator', user: null, details: {} }, 'Server administrator'],
])('the actor of %j is shown as %s', (entry, text) => {
  expect(actorText(entry)).toBe(text)
})
