import type { Feature } from '#platform/server/feature.ts'
import { deleteStaleState } from './position.ts'
import { readHackerNews } from './read-hacker-news.ts'

export const hackerNewsFeature: Feature = {
  name: 'hackernews',
  routes: [],
  jobs: { hackerNews: { run: readHackerNews, cron: '* * * * *', isIdle: ({ hackerNews }) => !hackerNews } },
  upkeep: deleteStaleState,
}
