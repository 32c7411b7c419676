import { paths } from '#platform/web/page/paths.ts'
import type { Tour } from '#platform/web/tours/tour.ts'

/** The tour of the search box (SPEC 1). Its completion makes the feedback widget load (SPEC 4). */
export const searchboxTour: Tour = {
  area: 'searchbox',
  path: paths.searchbox,
  name: 'Search tour',
  steps: [
    {
      selector: '#search-posts',
      title: 'Search every stored post',
      text: 'Words, "a phrase", OR, -word, title:, subreddit:, and more. Suggestions appear as you type.',
    },
    {
      selector: '#query-in-words',
      title: 'Check what it means',
      text: 'Earshot reads your query back in plain words, and suggests a correction if it has an error.',
    },
    {
      selector: '[role="group"][aria-label="Signs"]',
      title: 'Look for intent',
      text: 'Each sign narrows the results to posts whose authors ask, complain, compare, or talk about price.',
    },
    {
      selector: 'button[aria-label="More search actions"]',
      title: 'Use what you find',
      text: 'Save the search, turn it into a keyword, or download its matches. Open a post to add it to your opportunities.',
      side: 'left',
    },
  ],
}
