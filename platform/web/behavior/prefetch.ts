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
