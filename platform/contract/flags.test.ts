import { describe, expect, test } from 'vitest'
import {
  type FlagName,
  type FlagSource,
  type FlagValues,
  flagNames,
  flagOf,
  flags,
  isLocal,
  readOverrides,
  withOverride,
} from './flags.ts'

describe('a flag', () => {
  test.each<[name: FlagName, local: FlagValues, user: FlagValues, value: boolean, source: FlagSource]>([
    ['tours', {}, {}, true, 'default'],
    ['tours', {}, { tours: false }, false, 'user'],
    ['tours', { tours: true }, { tours: false }, true, 'local'],
    ['tours', { tours: false }, {}, false, 'local'],
    ['tours', { prefetch: false }, { fullMotion: true }, true, 'default'],
    ['fullMotion', {}, {}, false, 'default'],
    ['fullMotion', {}, { fullMotion: true }, true, 'user'],
    ['buildReload', { buildReload: false }, {}, true, 'default'],
    ['buildReload', { buildReload: true }, { buildReload: false }, false, 'user'],
  ])('%s, set to %j locally and to %j for the user, is %s from %s', (name, local, user, value, source) => {
    expect(flagOf(name, local, user)).toEqual({ value, source })
  })

  test.each(flagNames)("%s has a description, and a reason if it can't be set locally", (name) => {
    expect(flags[name].about).toMatch(/^[A-Z].{30,}\.$/)
    expect(flags[name].local).toEqual(isLocal(name) ? true : expect.stringMatching(/^[A-Z].{30,}\.$/))
  })

  test('never concerns a right or a price', () => {
    const words = flagNames.flatMap((name) => Object.values(flags[name])).join(' ')
    expect(words).not.toMatch(/plan|price|pay|quota|limit|admin|allow|role|member|access/i)
  })
})

describe('stored overrides', () => {
  test.each<[string | null, FlagValues]>([
    [null, {}],
    ['', {}],
    ['{"tours":fal', {}],
    ['null', {}],
    ['[false]', {}],
    ['"tours"', {}],
    ['{"tours":false}', { tours: false }],
    ['{"tours":"false","prefetch":0,"fullMotion":true}', { fullMotion: true }],
    ['{"buildReload":false,"unlimited":true,"__proto__":{"tours":false}}', {}],
  ])('%s is read as %j', (stored, overrides) => {
    expect(readOverrides(stored)).toEqual(overrides)
  })

  test('change one flag at a time and drop a flag that is reset', () => {
    const one = withOverride({ tours: false }, 'prefetch', false)
    expect(one).toEqual({ tours: false, prefetch: false })
    expect(withOverride(one, 'tours', null)).toEqual({ prefetch: false })
    expect(withOverride(one, 'tours', true)).toEqual({ tours: true, prefetch: false })
    expect(withOverride({}, 'buildReload', false)).toEqual({})
  })
})
