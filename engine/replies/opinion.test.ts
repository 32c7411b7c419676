import { expect, test } from 'vitest'
import { opinionQuestion, validOpinions } from './opinion.ts'

const rules = [
  { name: 'No self-promotion', description: 'x'.repeat(2_000) },
  { name: 'Be kind', description: '' },
]
const text = 'Try Pipewell. It is ours.'
const finding = (more: object) => ({
  rule: 0,
  verdict: 'broken',
  quote: 'Try Pipewell',
  reason: 'It promotes.',
  ...more,
})

test('the question has the rules by number and the reply, as data', () => {
  const { rules: asked, reply, threadTitle } = opinionQuestion(text, null, rules)
  expect(asked.map(({ rule, name }) => [rule, name])).toEqual([
    [0, 'No self-promotion'],
    [1, 'Be kind'],
  ])
  expect([asked[0]!.description.length, reply, threadTitle]).toEqual([600, text, ''])
})

test('valid findings are returned in the order of the rules', () => {
  const kind = finding({ rule: 1, verdict: 'passes', quote: '', reason: ' Nothing\n unkind. ' })
  expect(validOpinions({ findings: [kind, finding({})] }, text, rules)).toEqual([
    { name: 'No self-promotion', verdict: 'broken', quote: 'Try Pipewell', reason: 'It promotes.' },
    { name: 'Be kind', verdict: 'passes', quote: null, reason: 'Nothing unkind.' },
  ])
})

test.each([
  ['a rule that does not exist', [finding({ rule: 2 })]],
  ['a rule twice', [finding({}), finding({ verdict: 'passes' })]],
  ['an unknown verdict', [finding({ verdict: 'fine' })]],
  ['words that the reply does not have', [finding({ quote: 'Buy Pipewell' })]],
  ['an objection without words', [finding({ quote: ' ' })]],
])('%s is void', (_, findings) => {
  expect(validOpinions({ findings }, text, rules)).toEqual([])
})
