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
    ['a question mark, on any key', press('?', { shiftKey: true, code: 'Minus' }), '?'],
    ['a named key', press('Enter'), 'Enter'],
    ['k on a French keyboard', press('k', { code: 'KeyK' }), 'k'],
    ['a on a French keyboard', press('a', { code: 'KeyQ' }), 'a'],
    ['j on a Dvorak keyboard', press('j', { code: 'KeyC' }), 'j'],
    ['a letter that only some Latin layouts have', press('ö', { code: 'Semicolon' }), 'ö'],
    ['the key of j on a Russian keyboard', press('о', { code: 'KeyJ' }), 'j'],
    ['the key of g on a Greek keyboard', press('γ', { code: 'KeyG' }), 'g'],
    ['Ctrl and a letter', press('k', { ctrlKey: true }), 'mod+k'],
    ['Ctrl and a letter under Caps Lock', press('K', { ctrlKey: true }), 'mod+k'],
    ['Ctrl and the key of k on a Russian keyboard', press('л', { code: 'KeyK', ctrlKey: true }), 'mod+k'],
  ])('%s', (_, event, stroke) => {
    expect(keyName(event, false)).toBe(stroke)
  })

  test.each([
    ['Shift alone', press('Shift', { shiftKey: true })],
    ['Ctrl alone', press('Control', { ctrlKey: true })],
    ['a dead key', press('Dead')],
    ['a letter in an IME composition', press('k', { isComposing: true })],
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
