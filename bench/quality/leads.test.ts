import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadJudged } from './judged.ts'
import { listedLeads, measureAll } from './leads.ts'

const judged = await loadJudged()
const reason = judged ? '' : ' (skipped: ../shared/data/posts.ndjson.gz not found)'

test.skipIf(!judged)(
  `the engine ranks above every simple ranking${reason}`,
  () => {
    const { mean } = measureAll(judged!)
    const simple = ['BM25', 'BM25+q', 'count', 'random'].map((name) => mean[name]!)
    expect(mean['nDCG@10']).toBeGreaterThan(Math.max(...simple) + 0.1)
    expect(mean.pass).toBeGreaterThanOrEqual(0.95)
    expect(mean['per 1000']).toBeLessThan(25)
  },
  60_000,
)

test.skipIf(!judged)(
  `the keyword counts in the blog match the labeled posts${reason}`,
  () => {
    const { leads, listed } = listedLeads(judged!)
    const post = readFileSync(new URL('../../site/content/blog/keywords-miss-two-in-five.md', import.meta.url), 'utf8')
    expect(post).toContain(`Of ${leads} posts judged to be leads, only ${listed} contained`)
    expect(post).toContain(`**Only ${listed} do.** Keyword alerts would have missed the other ${leads - listed}.`)
    expect((leads - listed) / leads).toBeCloseTo(2 / 5, 1)
  },
  60_000,
)
