import { expect, test } from 'vitest'
import { loadJudged } from './judged.ts'
import { measureAll } from './leads.ts'

const judged = await loadJudged()
const reason = judged ? '' : ' (skipped: the judged posts are not here)'

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
