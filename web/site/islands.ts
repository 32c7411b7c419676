import { whenIdle } from '../behaviours/idle.ts'

/** A part of a public page that needs a script. */
interface Island {
  /** Fetched only on pages that hold such an element. */
  where: string
  /** Once the browser has nothing else to do, or once somebody points at the element or moves the focus into it. */
  when: 'idle' | 'intent'
  load(): Promise<{ start(): void | Promise<void> }>
}

/** Every script of the public pages. Each is a file of its own that is fetched late (DESIGN 9: 25 kB before one acts). */
const islands: Island[] = [
  { where: '[data-color-choice]', when: 'idle', load: () => import('./color-choice.ts') },
  { where: '[data-feature-flags]', when: 'idle', load: () => import('./flag-switches.ts') },
  { where: 'body', when: 'idle', load: () => import('./exit-intent.ts') },
  { where: 'body', when: 'idle', load: () => import('./notices.ts') },
  { where: 'body', when: 'idle', load: () => import('./loading.ts') },
  { where: 'body', when: 'idle', load: () => import('./prefetch.ts') },
  { where: 'body', when: 'idle', load: () => import('./outside.ts') },
]

/** An island that can't be fetched is left out: the page works without any. */
function fetchIsland({ load }: Island): void {
  load()
    .then(({ start }) => start())
    .catch((error: unknown) => console.warn(error))
}

for (const island of islands) {
  const element = document.querySelector(island.where)
  if (!element) continue
  if (island.when === 'idle') whenIdle(() => fetchIsland(island))
  else {
    const once = new AbortController()
    const act = () => {
      once.abort()
      fetchIsland(island)
    }
    for (const event of ['pointerover', 'focusin']) element.addEventListener(event, act, { signal: once.signal })
  }
}
