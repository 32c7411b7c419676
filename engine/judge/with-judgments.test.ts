import { describe, expect, test } from 'vitest'
import { chanceOf } from '../score/chance.ts'
import type { Component, Label } from '../score/component.ts'
import type { Scored } from '../score/score.ts'
import { type Judgments, withJudgments } from './with-judgments.ts'

const component = (name: Component['name'], points: number): Component => ({ name, points, reasons: [] })
const scoredBy = (points: number, label: Label = 1): Scored => ({
  score: chanceOf(points),
  label,
  isOnTopic: true,
  components: [component('fit', points), component('intent', 0)],
})
const judged = (scored: Scored, judgments: Partial<Judgments>) =>
  withJudgments(scored, { need: null, verdict: null, ...judgments })
const verdict = (lead: Label) => ({ verdict: { lead, span: null, reason: 'Because.' } })
const namesOf = ({ components }: Scored) => components.map(({ name }) => name)

test('a score without judgments stays as it is', () => {
  expect(judged(scoredBy(60), {})).toEqual(scoredBy(60))
})

describe('a score with the answer of the shipped judge', () => {
  test.each([
    ['a strong need', [2, 1, 0], 13.1, 'Reads like a need for such a product'],
    ['no need', [-2, -5, -6], -17.2, "Doesn't read like a need for such a product"],
  ] as const)('%s moves points, and so the chance', (_case, need, points, text) => {
    const { score, components } = judged(scoredBy(90), { need })
    expect(components.at(-1)).toEqual({ name: 'need', points, reasons: [{ kind: 'need', text, points, spans: [] }] })
    expect(score).toBe(chanceOf(90 + points))
  })

  test('has no line for a negligible one', () => {
    expect(namesOf(judged(scoredBy(90), { need: [0, -1.96, -1.96] }))).toEqual(['fit', 'intent'])
  })

  test('gets the label of its chance', () => {
    expect(judged(scoredBy(60), { need: [2, 1, 0] }).label).toBe(2)
    expect(judged(scoredBy(75), { need: [-2, -5, -6] }).label).toBe(1)
    expect(judged({ ...scoredBy(20), isOnTopic: false }, { need: [-2, -5, -6] }).label).toBe(0)
  })
})

describe('a score with a verdict', () => {
  test.each([0, 1, 2, 3] as const)('gets the label %i of the verdict, whatever it was', (lead) => {
    for (const label of [0, 1, 2, 3] as const) expect(judged(scoredBy(60, label), verdict(lead)).label).toBe(lead)
  })

  test('has one line for it, with its reason and quote', () => {
    const span = { field: 'title' as const, start: 0, end: 5 }
    const { components } = judged(scoredBy(60), { verdict: { lead: 3, span, reason: 'Because.' } })
    expect(components.at(-1)).toMatchObject({ name: 'verdict', reasons: [{ text: 'Because.', spans: [span] }] })
  })

  test('says what the verdict is if it has no reason', () => {
    const { components } = judged(scoredBy(60), { verdict: { lead: 1, span: null, reason: '' } })
    expect(components.at(-1)!.reasons[0]!.text).toBe('On topic, but no need')
  })

  test('is ordered by the verdict first, then by what was known before', () => {
    const scores = ([0, 1, 2, 3] as const).map((lead) =>
      [50, 100].map((points) => judged(scoredBy(points), verdict(lead)).score),
    )
    expect(scores.flat()).toEqual(scores.flat().toSorted((a, b) => a - b))
    expect(scores[1]![1]).toBeLessThan(35)
    expect(scores[2]![0]).toBeGreaterThan(50)
  })

  test('counts the need', () => {
    expect(namesOf(judged(scoredBy(60), { need: [2, 1, 0], ...verdict(2) }))).toEqual([
      'fit',
      'intent',
      'need',
      'verdict',
    ])
  })
})
