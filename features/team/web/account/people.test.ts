import { expect, test } from 'vitest'
import type { Project } from '#features/projects/contract.ts'
import type { Member } from '../../contract.ts'

import { filterPeople, knownPeople } from './people.ts'

const row = {
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
  publishedAt: '2026-11-20T12:00:00Z',
}

function project(name: string): Project {
  return {
    ...row,
    id: `id of ${name}`,
    documentId: `id of ${name}`,
    name,
    website: null,
    summary: '',
    timeZone: 'UTC',
    audience: [],
    pains: [],
    languages: [],
    communities: [],
    sendToModel: true,
    scoreWeights: { fit: 1, intent: 1, window: 1 },
    status: 'done',
    isAgencyProject: false,
    agencyPlan: null,
    sources: ['reddit-api', 'archive'],
    realm: 'real',
    realSince: null,
    backfillDone: 0,
    backfillTotal: null,
  }
}

function member(email: string, of: string, { role = 'member', status = 'active' }: Partial<Member> = {}): Member {
  const id = `${email} of ${of}`
  return { ...row, id, documentId: id, email, role, status, expiresAt: null, project: project(of) }
}

const people = knownPeople([
  member('ada@example.com', 'Sundial', { role: 'owner' }),
  member('ada@example.com', 'Deskbook', { role: 'client' }),
  member('grace@example.com', 'Deskbook', { status: 'invited' }),
])

test('a person in two projects is listed once, with both projects by name', () => {
  expect(
    people.map(({ email, memberships }) => [email, memberships.map(({ project, role }) => `${project} ${role}`)]),
  ).toEqual([
    ['ada@example.com', ['Deskbook client', 'Sundial owner']],
    ['grace@example.com', ['Deskbook member']],
  ])
  expect(people[1]?.memberships[0]?.invited).toBe(true)
})

test.each([
  ['', ['ada@example.com', 'grace@example.com']],
  [' GRACE', ['grace@example.com']],
  ['sundial', ['ada@example.com']],
  ['nobody', []],
])('searching for “%s” returns %j', (words, found) => {
  expect(filterPeople(people, words).map(({ email }) => email)).toEqual(found)
})
