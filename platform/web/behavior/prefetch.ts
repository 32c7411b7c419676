/** The maximum number of concurrent prefetches (SPEC 9). */
const most = 4

/** Prefetches each page once. Requests beyond four wait; the latest goes first, because the pointer is on its link. */
export function prefetcher(fetch: (url: string) => Promise<unknown>): (url: string) => void {
  const seen = new Set<string>()
  const waiting: string[] = []
  let running = 0
  const work = () => {
    const url = running < most ? waiting.pop() : undefined
    if (url === undefined) return
    running += 1
    const ended = () => {
      running -= 1
      work()
    }
    // A failed prefetch doesn't matter: following the link fetches the page.
    fetch(url).then(ended, ended)
  }
  return (url) => {
    if (seen.has(url)) return
    seen.add(url)
    waiting.push(url)
    work()
  }
}

/** Returns whether the user's browser asks to save data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Calls back with each link that is hovered or focused (DECISIONS 22). */
export function onIntent(then: (link: HTMLAnchorElement) => void): void {
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link) then(link)
    })
  }
}
