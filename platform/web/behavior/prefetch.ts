/** So many pages are fetched ahead at once (SPEC 9). */
const most = 4

/**
 * Fetches pages before somebody follows a link to them, each once. What is wanted beyond four waits, the last wanted
 * first: it is the link that the pointer is on.
 */
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
    // One that can't be fetched ahead is fetched when somebody follows the link.
    fetch(url).then(ended, ended)
  }
  return (url) => {
    if (seen.has(url)) return
    seen.add(url)
    waiting.push(url)
    work()
  }
}

/** Whether somebody asked their browser to be sparing with what it fetches. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Calls back with each link that somebody points at or has the focus on (DECISIONS 22). */
export function onIntent(then: (link: HTMLAnchorElement) => void): void {
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link) then(link)
    })
  }
}
