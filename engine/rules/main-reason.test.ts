import { expect, test } from 'vitest'
import type { Component } from '../score/component.ts'
import { mainReason } from './main-reason.ts'

const reason = (text: string, points: number) => ({ text, points, spans: [] })
const components: Component[] = [
  { name: 'fit', points: 20, reasons: [reason('Mentions “crm”', 12), reason('Mentions “deals”', 8)] },
  {
    name: 'intent',
    points: 4,
    reasons: [reason('Asks for a recommendation', 30), reason('Reads like advertising', -26)],
  },
]

test('a request is shown before the topic', () => {
  const [fit, intent] = components
  expect(mainReason([{ ...fit!, reasons: [reason('Mentions “crm”', 50)] }, intent!])?.text).toBe(
    'Asks for a recommendation',
  )
})

test('but not a weak sign of a request', () => {
  const faint: Component = { name: 'intent', points: 4, reasons: [reason('Asks a question', 4)] }
  expect(mainReason([components[0]!, faint])?.text).toBe('Mentions “crm”')
})

test('of equally strong reasons, the first is shown, and one of five points is strong', () => {
  const intent = (...reasons: ReturnType<typeof reason>[]): Component => ({ name: 'intent', points: 5, reasons })
  expect(mainReason([components[0]!, intent(reason('Looks for a tool', 5), reason('Asks a question', 5))])?.text).toBe(
    'Looks for a tool',
  )
  expect(mainReason([intent(reason('Asks a question', 0))])).toBeUndefined()
})

test('a verdict precedes every other reason, unless it cost points', () => {
  const verdict = (points: number): Component => ({
    name: 'verdict',
    points,
    reasons: [reason('They need a CRM', points)],
  })
  expect(mainReason([...components, verdict(20)])?.text).toBe('They need a CRM')
  expect(mainReason([...components, verdict(-40)])?.text).toBe('Asks for a recommendation')
})

test('a reason that only cost points is not shown', () => {
  expect(mainReason([{ name: 'intent', points: -5, reasons: [reason('Reads like advertising', -5)] }])).toBeUndefined()
  expect(mainReason([])).toBeUndefined()
})
