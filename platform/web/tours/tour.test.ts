import { expect, test } from 'vitest'
import { stepsOf, type Tour } from './tour.ts'

const tour: Tour = {
  area: 'opportunities',
  path: '/app/opportunities',
  name: 'Opportunities tour',
  steps: [
    { selector: 'ul', title: 'The list', text: '' },
    { selector: 'section', title: 'The panel', text: '', onlyWide: true },
    { selector: 'nav', title: 'The tabs', text: '' },
  ],
}

test.each([
  [true, ['The list', 'The panel', 'The tabs']],
  [false, ['The list', 'The tabs']],
])('on a page that is wide (%s) the tour has a fixed list of steps', (isWide, titles) => {
  expect(stepsOf(tour, isWide).map(({ title }) => title)).toEqual(titles)
})
