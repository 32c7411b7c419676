import { expect, test } from 'vitest'
import { normalForm } from '#engine/text/text.ts'
import { unusualPattern } from './unusual-text.ts'

const pattern = new RegExp(unusualPattern, 'u')

test('no usual character beyond ASCII is read as a fragment character or skipped', () => {
  const wrong: string[] = []
  let usual = 0
  for (let code = 0x80; code < 0x20000; code++) {
    const char = String.fromCodePoint(code)
    if ((code >= 0xd800 && code < 0xe000) || pattern.test(char)) continue
    usual++
    if (/\p{M}/u.test(char) || !/^a[^a-z0-9+#&@$%]+b$/.test(normalForm(`a${char}b`))) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
  expect(usual).toBeGreaterThan(30_000)
})

test('ASCII characters are read as themselves', () => {
  for (let code = 1; code < 0x80; code++) {
    const char = String.fromCharCode(code)
    expect(pattern.test(char)).toBe(false)
    if (/[a-z0-9+#&@$%]/i.test(char)) expect(normalForm(`a${char}b`)).toBe(`a${char.toLowerCase()}b`)
  }
})

test.each(['ﬁ', 'Ｃ', '\u200b', '\u00ad', 'ß', 'İ', 'ı', '\u0301', '\u212a', '½', '²', '＋', '⁺', '\u{1d41a}'])(
  '%j is unusual',
  (char) => {
    expect(pattern.test(`a${char}b`)).toBe(true)
  },
)

test.each(['“a” – b… it’s', 'café Ünïcode', 'кофе', '价格', '🚀 🎉', '€5 ™'])('%s is not unusual', (text) => {
  expect(pattern.test(text)).toBe(false)
})
