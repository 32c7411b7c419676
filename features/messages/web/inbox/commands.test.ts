import { expect, test, vi } from 'vitest'
import { aConversation } from '../factories.ts'
import { conversationCommands, viewCommands } from './commands.ts'
import { defaultView } from './view.ts'

function actions() {
  return {
    ...{ move: vi.fn(), finish: vi.fn(), openSnoozes: vi.fn(), answer: vi.fn(), claim: vi.fn(), undo: vi.fn() },
    close: null,
  }
}
const keysOf = (commands: ReturnType<typeof conversationCommands>) =>
  commands.flatMap(({ keys, run }) => (keys && run ? [keys] : []))

test('an open conversation is answered, finished, snoozed, and claimed by key', () => {
  const all = actions()
  const conversation = aConversation('c')
  const commands = conversationCommands(conversation, all, true)
  for (const { run } of commands) run?.()
  expect(all.move.mock.calls).toEqual([[1], [-1]])
  expect(all.finish).toHaveBeenCalledWith(conversation)
  expect(all.claim).toHaveBeenCalledWith(conversation)
  expect(keysOf(commands)).toEqual(['j', 'k', 'e', 's', 'r', 'c', 'u'])
})

test('without an open conversation, keys only move and undo', () => {
  expect(keysOf(conversationCommands(undefined, actions(), true))).toEqual(['j', 'k', 'u'])
})

test('a reader only moves', () => {
  expect(keysOf(conversationCommands(aConversation('c'), actions(), false))).toEqual(['j', 'k'])
})

test('every other view is a command', () => {
  const onView = vi.fn()
  const commands = viewCommands(defaultView, { onView, search: vi.fn(), write: null })
  expect(commands.find(({ id }) => id === 'inbox all')?.run).toBeNull()
  commands.find(({ id }) => id === 'inbox done')?.run?.()
  expect(onView).toHaveBeenCalledWith({ ...defaultView, box: 'done' })
  expect(keysOf(commands)).toEqual(['/'])
})

test('a mail is begun by key where one may be written', () => {
  const write = vi.fn()
  const command = viewCommands(defaultView, { onView: vi.fn(), search: vi.fn(), write }).find(
    ({ keys }) => keys === 'n',
  )
  command?.run?.()
  expect(write).toHaveBeenCalledOnce()
})
