import { expect, test } from 'vitest'
import type { CheckVerdict, Finding } from '#engine/replies/check.ts'
import { marksOf, summaryOf, worstFirst } from './checks.ts'

const finding = (verdict: CheckVerdict, ...spans: [number, number][]): Finding => ({
  ...{ of: { check: 'links' }, name: 'Links', verdict, text: '', addition: null },
  marks: spans.map(([start, end]) => ({ start, end, softer: null })),
})

test('the worst findings come first, in their own order', () => {
  const [passes, risky, broken, other] = [finding('passes'), finding('atRisk'), finding('broken'), finding('atRisk')]
  expect(worstFirst([passes, risky, broken, other])).toEqual([broken, risky, other, passes])
})

test.each<[CheckVerdict[], string]>([
  [['broken', 'atRisk', 'atRisk', 'passes'], '1 broken, 2 at risk'],
  [['atRisk', 'passes'], '1 at risk'],
  [['passes', 'passes', 'notChecked'], '2 passed, 1 not checked'],
])('%j is summed up as %s', (verdicts, summary) => {
  expect(summaryOf(verdicts.map((verdict) => finding(verdict)))).toBe(summary)
})

test('words are marked once, by the worst finding about them, in reading order', () => {
  const findings = [finding('atRisk', [0, 4], [10, 12]), finding('broken', [2, 6]), finding('passes', [20, 22])]
  expect(marksOf(findings)).toEqual([
    { start: 2, end: 6, verdict: 'broken' },
    { start: 10, end: 12, verdict: 'atRisk' },
  ])
})
