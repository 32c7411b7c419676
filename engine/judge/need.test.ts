import { expect, test } from 'vitest'
import { productTexts } from './need.ts'

test('a product without a summary is read by its name', () => {
  const profile = { name: 'Deskbook', website: null, summary: ' ', keywords: ['crm', 'deals'], competitors: [] }
  expect(productTexts(profile)).toEqual({ summary: 'Deskbook', keywords: 'crm, deals', competitors: '' })
})
