import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 0, []],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, null, 8]],
  [4, 8, [1, 2, 3, 4, 5, null, 8]],
  [5, 8, [1, null, 4, 5, 6, 7, 8]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [8, 8, [1, null, 4, 5, 6, 7, 8]],
  [50, 400, [1, null, 49, 50, 51, null, 400]],
  [400, 400, [1, null, 396, 397, 398, 399, 400]],
])('page %i of %i shows %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers)
})

test('always shows the current page once and all numbers in order', () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const shown = pageNumbers(page, pages).filter((number) => number !== null)
      expect(shown.filter((number) => number === page)).toEqual([page])
      expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    }
  }
})
