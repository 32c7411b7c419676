/** Every claim about speed and quality as a program: `npm run bench NAME`. */
const benches: Record<string, () => Promise<{ run(argv: readonly string[]): Promise<number> }>> = {
  leads: () => import('./leads.ts'),
  words: () => import('./words.ts'),
  kernels: () => import('./kernels.ts'),
  style: () => import('./style.ts'),
  fit: () => import('./fit.ts'),
  learn: () => import('./learn.ts'),
  list: () => import('./list.ts'),
  'query-fuzz': () => import('./query-fuzz.ts'),
  api: () => import('./api.ts'),
  faults: () => import('./faults.ts'),
  pipeline: () => import('./pipeline.ts'),
  'disk-full': () => import('./disk-full.ts'),
  match: () => import('./match.ts'),
  'shared-phrase': () => import('./shared-phrase.ts'),
  site: () => import('./site.ts'),
}

const [name = 'leads', ...rest] = process.argv.slice(2)
const load = Object.hasOwn(benches, name) ? benches[name] : undefined
if (load) {
  const { run } = await load()
  process.exitCode = await run(rest)
} else {
  process.stderr.write(`bench: no bench ${name}; there are ${Object.keys(benches).join(', ')}\n`)
  process.exitCode = 2
}
