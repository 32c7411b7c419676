import { expect, test } from 'vitest'
import type { Companion } from '../../contract-team.ts'
import { companionText } from './companion-text.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const here = { projectId: 'p1', leadId: 'a' }
const other: Companion = {
  ...{ kind: 'replied', opportunity: 'b', project: { id: 'p1', name: 'Pipewell' }, by: 'maya', permalink: null },
  at: '2026-11-26T10:00:00.000Z',
}
const elsewhere = { id: 'p2', name: 'Brewbook' }

test.each<[Partial<Companion>, string]>([
  [{ kind: 'answering', opportunity: 'a' }, 'maya is answering.'],
  [{ kind: 'answering' }, 'maya is answering in this thread.'],
  [{ kind: 'answering', project: elsewhere }, 'maya is answering in this thread for Brewbook.'],
  [{}, 'maya replied in this thread 2 h ago.'],
  [{ project: elsewhere, by: null }, 'A former member replied in this thread for Brewbook 2 h ago.'],
  [{ kind: 'claimed', opportunity: 'a' }, 'maya claimed this lead 2 h ago.'],
])('%j reads %s', (change, text) => {
  expect(companionText({ ...other, ...change }, here, now)).toBe(text)
})
