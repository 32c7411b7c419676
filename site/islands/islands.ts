import { whenIdle } from '#platform/web/behavior/idle.ts'
import { chunkIsMissing } from './missing-chunk.ts'

/** A part of a public page that needs a script. */
interface Island {
  /** Fetched only on pages that hold such an element. */
  where: string
  load(): Promise<{ start(): void | Promise<void> }>
}

/** Every script of the public pages. Each is a file of its own that is fetched late (DESIGN 9: 25 kB before one acts). */
const islands: Island[] = [
  { where: '[data-color-choice]', load: () => import('./color-choice.ts') },
  { where: '[data-copy]', load: () => import('./copy-templates.ts') },
  { where: '[data-feature-flags]', load: () => import('./flag-switches.ts') },
  { where: 'body', load: () => import('./exit-intent-island.ts') },
  { where: 'body', load: () => import('./notices.ts') },
  { where: 'body', load: () => import('./loading.ts') },
  { where: 'body', load: () => import('./prefetch.ts') },
  { where: 'body', load: () => import('./outside.ts') },
]

/** An island that fails is left out: the page works without any. */
async function startIsland({ load }: Island): Promise<void> {
  const island = await load().catch(chunkIsMissing)
  await island?.start()
}

for (const island of islands) {
  if (!document.querySelector(island.where)) continue
  whenIdle(() => startIsland(island).catch((error: unknown) => console.warn(error)))
}
