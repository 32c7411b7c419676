import { describe, expect, test } from 'vitest'
import { descriptionText, leadText } from './embedded-text.ts'

const profile = { name: 'Ledgerly', website: null, summary: 'A simple CRM.', keywords: [], competitors: ['Pipewise'] }

test.each([
  [[], 'A simple CRM.'],
  [['crm', 'sales pipeline'], 'A simple CRM.\ncrm, sales pipeline'],
  [['crm', '"crm" -jobs', 'leave NEAR/4 hubspot'], 'A simple CRM.\ncrm, leave, hubspot'],
])('with the keywords %j a description reads %j', (keywords, text) => {
  expect(descriptionText({ ...profile, keywords })).toBe(text)
})

test('a project without a description uses its name and keywords', () => {
  expect(descriptionText({ ...profile, summary: ' ', keywords: ['crm'] })).toBe('Ledgerly\ncrm')
})

describe('a lead', () => {
  test.each([
    ['Which CRM?', 'We are **four**.', 'Which CRM?\nWe are four.'],
    ['', 'We are four.', 'We are four.'],
    ['Which CRM?', ' \n', 'Which CRM?'],
    [' ', '', ''],
  ])('of %j and %j reads %j', (title, body, text) => {
    expect(leadText({ title, body })).toBe(text)
  })

  test('is cut, but never within a character', () => {
    const text = leadText({ title: 'x', body: '😀'.repeat(5_000) })
    expect(text.length).toBe(2_000)
    expect(text.isWellFormed()).toBe(true)
  })
})
