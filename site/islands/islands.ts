import { whenIdle } from '#platform/web/behavior/idle.ts'
import { chunkIsMissing } from './missing-chunk.ts'

/** A part of a public page that needs a script. */
interface Island {
  /** The script is loaded only on pages with such an element. */
  where: string
  load(): Promise<{ start(): void | Promise<void> }>
}

/** All scripts of the public pages, each in a separate file that loads late (DESIGN 9: at most 25 kB up front). */
const islands: Island[] = [
  { where: '[data-color-choice]', load: () => import('./color-choice.ts') },
  { where: '[data-copy]', load: () => import('./copy-templates.ts') },
  { where: '[data-feature-flags]', load: () => import('./flag-switches.ts') },
  { where: 'body', load: () => import('./exit-intent-island.ts') },
  { where: 'body', load: () => import('./notices.ts') },
  { where: 'body', load: () => import('./loading.ts') },
  { where: 'body', load: () => import('./prefetch.ts') },
  { where: 'body', load: () => import('./outside.ts') },
  { where: 'body', load: () => import('./newer-build.ts') },
]

/** Starts an island. If it fails, it is left out, because the page works without it. */
async function startIsland({ load }: Island): Promise<void> {
  const island = await load().catch(chunkIsMissing)
  await island?.start()
}

for (const island of islands) {
  if (!document.querySelector(island.where)) continue
  whenIdle(() => startIsland(island).catch((error: unknown) => console.warn(error)))
}
