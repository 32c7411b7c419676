/** The programs that measure all claims about speed and quality: `npm run bench NAME`. */
const benches: Record<string, () => Promise<{ run(argv: readonly string[]): Promise<number> }>> = {
  leads: () => import('./quality/leads.ts'),
  words: () => import('./quality/words.ts'),
  kernels: () => import('./match/kernels.ts'),
  style: () => import('./quality/style.ts'),
  fit: () => import('./quality/fit.ts'),
  list: () => import('./speed/list.ts'),
  search: () => import('./speed/search.ts'),
  webhooks: () => import('./speed/webhooks.ts'),
  'query-fuzz': () => import('./speed/query-fuzz.ts'),
  api: () => import('./speed/api.ts'),
  faults: () => import('./faults/faults.ts'),
  pipeline: () => import('./pipeline/pipeline.ts'),
  quarter: () => import('./quarter/quarter.ts'),
  'disk-full': () => import('./faults/disk-full.ts'),
  match: () => import('./match/match.ts'),
  'shared-phrase': () => import('./speed/shared-phrase.ts'),
  site: () => import('./speed/site.ts'),
  mutation: () => import('./mutation/mutation.ts'),
  outbox: () => import('./faults/outbox.ts'),
  alerts: () => import('./speed/alerts.ts'),
  drafts: () => import('./speed/drafts.ts'),
  idle: () => import('./speed/idle.ts'),
  insights: () => import('./speed/insights.ts'),
  scale: () => import('./scale/scale.ts'),
  screens: () => import('./speed/screens.ts'),
  structure: () => import('./structure/run.ts'),
}

const [name = 'leads', ...rest] = process.argv.slice(2)
const load = Object.hasOwn(benches, name) ? benches[name] : undefined
if (load) {
  const { run } = await load()
  process.exitCode = await run(rest)
} else {
  process.stderr.write(`bench: unknown benchmark "${name}". Choose one of: ${Object.keys(benches).join(', ')}\n`)
  process.exitCode = 2
}
