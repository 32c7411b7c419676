import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'

const asks = [
  [
    'freelance',
    'Which expense tracker do you use as a freelance designer?',
    'I keep receipts in a shoebox and type them into a spreadsheet. Looking for something simple that reads receipts for my tax return.',
  ],
  [
    'smallbusiness',
    'Looking for an alternative to Expensify',
    'The price went up again. I work alone and only need receipts and expense tracking. What would you move to?',
  ],
  ['town', 'The bakery on the corner changed its flour', 'Nothing to sell, nothing to buy.'],
] as const

/** Writes the archives that README names: a Pushshift dump in Zstandard, and Earshot's own format with gzip. */
export function writeArchives(folder: string, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1000) - 3600
  const dump = asks.map(([subreddit, title, selftext], at) => {
    const id = `newz${at}`
    const permalink = `/r/${subreddit}/comments/${id}/x/`
    const counts = { score: 9, num_comments: 4 }
    const told = { name: `t3_${id}`, author: 'ada', subreddit, title, selftext, permalink, created_utc: seconds - at }
    return JSON.stringify({ id, ...told, ...counts })
  })
  const own = asks.map(([subreddit, title, body], at) => {
    const createdAt = new Date((seconds - 60 - at) * 1000).toISOString()
    const first = `Asking here too. ${body}`
    return JSON.stringify({ id: `newg${at}`, kind: 'post', subreddit, author: 'ben', title, body: first, createdAt })
  })
  writeFileSync(join(folder, 'RS_2026-10.zst'), zstdCompressSync(dump.join('\n')))
  writeFileSync(join(folder, 'posts.ndjson.gz'), gzipSync(own.join('\n')))
}
