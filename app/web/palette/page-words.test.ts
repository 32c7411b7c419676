import { expect, test } from 'vitest'
import { areas } from '../shell/areas.ts'
import { withPageWords } from './page-words.ts'

test.each(areas)('$path is also found by other words', ({ path, label, icon }) => {
  const command = { id: `go ${path}`, label, icon, run: null }
  expect(withPageWords(command)).toEqual({ ...command, words: expect.stringMatching(/\w/) })
})

test('other commands keep their words', () => {
  const command = { id: 'log out', label: 'Sign out', icon: 'logOut', words: 'leave', run: null } as const
  expect(withPageWords(command)).toBe(command)
})
