import { parseArgs } from 'node:util'
import { resources } from '#app/resources.ts'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { anyQuery, readAny } from '#tests/api/any-query.ts'
import { quantile } from '../quantiles.ts'

const all = Object.values(resources)
/** The number of slowest queries to print. */
const shown = 3

/**
 * Reads a million malformed queries (faults 1 to 6), as the server does before it uses the database. Each must be
 * understood or refused, none may reach private fields, and none may take long. Times are in microseconds.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
  })
  const [inputs, seed] = [Number(values.inputs), Number(values.seed)]
  if (!Number.isInteger(inputs) || inputs < 1 || !Number.isInteger(seed)) {
    process.stderr.write('bench query-fuzz: --inputs must be a positive whole number and --seed a whole number\n')
    return 2
  }
  const random = pseudoRandom(seed)
  const times = new Float64Array(inputs)
  const slowest: { us: number; query: string }[] = []
  let accepted = 0
  for (let index = 0; index < inputs; index++) {
    const resource = all[index % all.length]!
    const query = anyQuery(random, resource)
    const before = performance.now()
    if (readAny(resource, query)) accepted += 1
    const us = (performance.now() - before) * 1000
    times[index] = us
    if (us > (slowest.at(-1)?.us ?? 0) || slowest.length < shown) {
      slowest.push({ us, query: `${resource.name}?${query}` })
      slowest.sort((a, b) => b.us - a.us)
      slowest.length = Math.min(slowest.length, shown)
    }
  }
  const sample = [...times]
  console.log(`${inputs.toLocaleString('en')} queries: ${accepted.toLocaleString('en')} accepted, the rest rejected`)
  console.log(
    `µs per query: ${[0.5, 0.99, 0.9999, 1].map((share) => `p${share * 100} ${quantile(sample, share).toFixed(0)}`).join('  ')}`,
  )
  for (const { us, query } of slowest) console.log(`${us.toFixed(0).padStart(8)} ${query.slice(0, 140)}`)
  return 0
}
