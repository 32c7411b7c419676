import { expect, test } from 'vitest'
import type { Pending } from './sequence.ts'
import { advanceSequence } from './sequence.ts'

const bindings = ['o', 'r', 'j', 'g o', 'g k', 'mod+k'].map((keys) => ({ keys }))

/** Returns the effect of each key press: the keys of the command it runs, '-' if it is consumed, '.' if ignored. */
function type(...presses: [stroke: string, at: number][]): string[] {
  let pending: Pending | null = null
  return presses.map(([stroke, at]) => {
    const pressed = advanceSequence(pending, stroke, bindings, at)
    pending = pressed.pending
    return pressed.hit?.keys ?? (pressed.isConsumed ? '-' : '.')
  })
}

test.each<[string, [string, number][], string[]]>([
  ['a single key runs its command at once', [['o', 0]], ['o']],
  ['an unknown key is ignored', [['z', 0]], ['.']],
  [
    'a sequence runs its command at the last key',
    [
      ['g', 0],
      ['o', 400],
    ],
    ['-', 'g o'],
  ],
  [
    'the next key may follow within 1.5 seconds',
    [
      ['g', 0],
      ['k', 1500],
    ],
    ['-', 'g k'],
  ],
  [
    'after 1.5 seconds, the next key counts on its own',
    [
      ['g', 0],
      ['o', 1501],
    ],
    ['-', 'o'],
  ],
  [
    'a mistyped sequence does nothing',
    [
      ['g', 0],
      ['r', 10],
      ['r', 20],
    ],
    ['-', '-', 'r'],
  ],
  [
    'Escape cancels a sequence',
    [
      ['g', 0],
      ['Escape', 10],
      ['o', 20],
    ],
    ['-', '-', 'o'],
  ],
  [
    'pressing the first key again does not start a new sequence',
    [
      ['g', 0],
      ['g', 10],
      ['o', 20],
    ],
    ['-', '-', 'o'],
  ],
  [
    'a chord is never part of a sequence',
    [
      ['g', 0],
      ['mod+k', 10],
      ['o', 20],
    ],
    ['-', 'mod+k', 'o'],
  ],
  [
    'two sequences run one after the other',
    [
      ['g', 0],
      ['o', 10],
      ['g', 20],
      ['k', 30],
    ],
    ['-', 'g o', '-', 'g k'],
  ],
])('%s', (_, presses, done) => {
  expect(type(...presses)).toEqual(done)
})

test('the first of two commands on the same key wins', () => {
  const twice = [
    { keys: 'j', from: 'screen' },
    { keys: 'j', from: 'shell' },
  ]
  expect(advanceSequence(null, 'j', twice, 0).hit).toBe(twice[0])
})
