import { expect, test } from 'vitest'
import { nameReader } from './names.ts'

const read = nameReader({
  brand: ['Paperfinch', 'paper finch'],
  competitors: [
    { name: 'Ledgerly', forms: ['ledger.ly'] },
    { name: 'Fresh Books', forms: ['FreshBooks', ''] },
  ],
})

test.each([
  [['We moved to paper-finch last year'], ['Paperfinch'], []],
  [['Nobody names it', 'I left ledger.ly for FRESHBOOKS'], [], ['Ledgerly', 'Fresh Books']],
  [['Paperfinches are birds, and ledgerlys are none'], [], []],
  [[], [], []],
])('%j names %j and %j', (texts, brand, competitors) => {
  expect(read(texts)).toEqual({ brand, competitors })
})
