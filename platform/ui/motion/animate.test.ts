import { describe, expect, test } from 'vitest'
import { lottieSettings, type Motion, motionOf, variantOf } from './animation-settings.ts'

describe('motion settings', () => {
  test.each<[Motion, boolean, ReturnType<typeof motionOf>]>([
    [{}, false, { duration: 250, easing: 'ease-in-out' }],
    [{}, true, null],
    [{ evenIfReduced: true }, true, { duration: 250, easing: 'ease-in-out' }],
    [{ evenIfReduced: true }, false, { duration: 250, easing: 'ease-in-out' }],
    [{ evenIfReduced: false }, true, null],
    [{ durationMs: 400, easing: 'linear' }, false, { duration: 400, easing: 'linear' }],
    [{ durationMs: 400, easing: 'linear' }, true, null],
  ])('%j, with reduced motion %s, becomes %j', (motion, isReduced, moves) => {
    expect(motionOf(motion, isReduced)).toEqual(moves)
  })

  test('an unknown variant throws', () => {
    const variants = { enter: 1, leave: 2 }
    expect(variantOf(variants, 'leave')).toBe(2)
    for (const name of ['spin', 'toString', '']) {
      expect(() => variantOf(variants, name)).toThrow(new Error(`The variant ${name} does not exist.`))
    }
  })
})

describe('a Lottie animation', () => {
  const animationData = { v: '5' }

  test('loops and starts automatically, at normal speed, as SVG by default', () => {
    const usual = { renderer: 'svg', speed: 1, loop: true, autoplay: true }
    expect(lottieSettings({ animationData })).toEqual({ ...usual, source: { animationData } })
    expect(lottieSettings({ animationLink: '/a.json' })).toEqual({ ...usual, source: { path: '/a.json' } })
  })

  test('follows its options', () => {
    expect(lottieSettings({ animationData, speed: 0.5, loop: false, autoplay: false })).toMatchObject({
      speed: 0.5,
      loop: false,
      autoplay: false,
    })
  })

  test.each([0, -1, Number.NaN])('rejects the speed %d', (speed) => {
    expect(() => lottieSettings({ animationData, speed })).toThrow(new Error('Speed must be greater than 0'))
  })

  test.each([{}, { animationLink: '' }])('rejects options without a source: %j', (options) => {
    expect(() => lottieSettings(options)).toThrow(new Error('You must provide either animationLink or animationData'))
  })
})
