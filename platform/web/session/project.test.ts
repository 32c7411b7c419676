import { expect, test } from 'vitest'
import type { Project } from '#features/projects/contract.ts'
import { currentProject } from './project.ts'

const project = (id: string): Project => ({
  id,
  documentId: id,
  name: id,
  website: null,
  summary: '',
  timeZone: 'UTC',
  status: 'done',
  backfillDone: 0,
  backfillTotal: null,
  audience: [],
  pains: [],
  languages: [],
  communities: [],
  sendToModel: true,
  scoreWeights: { fit: 1, intent: 1, window: 1 },
  isAgencyProject: false,
  agencyPlan: null,
  sources: ['reddit-api', 'archive'],
  realm: 'real',
  realSince: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  publishedAt: '2026-01-01T00:00:00.000Z',
})
const projects = [project('new'), project('old')]

test.each([
  ['old', 'old'],
  [null, 'new'],
  ["somebody else's", 'new'],
])('with the stored id %s, %s is current', (stored, id) => {
  expect(currentProject(projects, stored)?.id).toBe(id)
})

test('without projects none is current', () => {
  expect(currentProject([], 'old')).toBeUndefined()
})
