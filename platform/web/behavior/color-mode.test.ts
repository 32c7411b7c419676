import { expect, test } from 'vitest'
import { barColor, type ColorMode, colorModeIn, modeOf } from './color-mode.ts'

test.each<[string | null, ColorMode]>([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  [null, 'system'],
  ['', 'system'],
  ['Dark', 'system'],
  ['{"mode":"dark"}', 'system'],
])('reads the stored value %j as %s', (stored, mode) => {
  expect(colorModeIn(stored)).toBe(mode)
})

test.each<[string, ColorMode, ColorMode]>([
  ['/', 'dark', 'dark'],
  ['/', 'system', 'system'],
  ['/auth/login', 'dark', 'dark'],
  ['/auth/reset-password', 'system', 'system'],
  ['/apple', 'dark', 'dark'],
  ['/app', 'dark', 'light'],
  ['/app/opportunities', 'dark', 'light'],
  ['/app/nowhere', 'system', 'light'],
])('%s with %s chosen is shown as %s', (pathname, chosen, mode) => {
  expect(modeOf(pathname, chosen)).toBe(mode)
})

test.each<[ColorMode, boolean, string]>([
  ['light', false, 'white'],
  ['light', true, 'white'],
  ['dark', false, '#111827'],
  ['dark', true, '#111827'],
  ['system', false, 'white'],
  ['system', true, '#111827'],
])('mode %s with a dark system (%s) has a %s browser bar', (mode, isSystemDark, color) => {
  expect(barColor(mode, isSystemDark)).toBe(color)
})
