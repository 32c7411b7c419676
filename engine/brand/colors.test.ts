import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, inkOn, isColor, isReadable } from './colors.ts'

test.each([
  ['#ffffff', '#000000', 21],
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#f97316', '#ffffff', 2.8],
  ['#1d4ed8', '#1d4ed8', 1],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
  expect(isReadable(one, other)).toBe(contrast >= 4.5)
})

test.each([
  ['#f97316', '#111827'],
  ['#1e3a8a', '#ffffff'],
  ['#7b7b7b', '#000000'],
])('text on %s is %s', (background, ink) => expect(inkOn(background)).toBe(ink))

test('the proposed color of text can be read on every background', () => {
  const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'))
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const background = `#${red}${green}${blue}`
      expect(isReadable(inkOn(background), background)).toBe(true)
    }),
  )
})

test.each([
  ['#1d4ed8', true],
  ['#1D4ED8', false],
  ['1d4ed8', false],
  ['#fff', false],
  ['red;background:url(x)', false],
])('%s is a color: %s', (text, is) => expect(isColor(text)).toBe(is))
