import { describe, expect, test } from 'vitest'
import type { KeyPress } from './keys.ts'
import { keycapsOf, keyName } from './keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
})

describe('keyName', () => {
  test.each([
    ['a letter', press('j'), 'j'],
    ['a letter with Shift', press('J', { shiftKey: true }), 'J'],
    ['a letter under Caps Lock', press('J'), 'j'],
    ['Shift under Caps Lock', press('j', { shiftKey: true }), 'J'],
    ['the question mark, wherever it is', press('?', { shiftKey: true, code: 'Minus' }), '?'],
    ['a named key', press('Enter'), 'Enter'],
    ['k where a French keyboard has it', press('k', { code: 'KeyK' }), 'k'],
    ['a where a French keyboard has it', press('a', { code: 'KeyQ' }), 'a'],
    ['j where Dvorak has it', press('j', { code: 'KeyC' }), 'j'],
    ['a letter of its own that a Latin layout has', press('ö', { code: 'Semicolon' }), 'ö'],
    ['the place of j on a Russian keyboard', press('о', { code: 'KeyJ' }), 'j'],
    ['the place of g on a Greek keyboard', press('γ', { code: 'KeyG' }), 'g'],
    ['Ctrl and a letter', press('k', { ctrlKey: true }), 'mod+k'],
    ['Ctrl and a letter under Caps Lock', press('K', { ctrlKey: true }), 'mod+k'],
    ['Ctrl and the place of k on a Russian keyboard', press('л', { code: 'KeyK', ctrlKey: true }), 'mod+k'],
  ])('%s', (_, event, stroke) => {
    expect(keyName(event, false)).toBe(stroke)
  })

  test.each([
    ['Shift alone', press('Shift', { shiftKey: true })],
    ['Ctrl alone', press('Control', { ctrlKey: true })],
    ['an accent that waits for its letter', press('Dead')],
    ['a letter that is being composed', press('k', { isComposing: true })],
    ['Alt and a letter', press('k', { altKey: true })],
    ['AltGr and a letter', press('k', { altKey: true, ctrlKey: true })],
    ['the Windows key and a letter', press('k', { metaKey: true })],
    ['Ctrl, Shift and a letter', press('K', { ctrlKey: true, shiftKey: true })],
  ])('%s is not a command key', (_, event) => {
    expect(keyName(event, false)).toBeNull()
  })

  test('uses Cmd instead of Ctrl on a Mac', () => {
    expect(keyName(press('k', { metaKey: true }), true)).toBe('mod+k')
    expect(keyName(press('k', { ctrlKey: true }), true)).toBeNull()
  })
})

test.each([
  ['r', false, ['r']],
  ['g o', false, ['g', 'o']],
  ['mod+k', false, ['Ctrl K']],
  ['mod+k', true, ['⌘K']],
])('%s is shown (Mac: %s) as %j', (keys, mac, caps) => {
  expect(keycapsOf(keys, mac)).toEqual(caps)
})
