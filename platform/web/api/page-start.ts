let requests = 0
let position: string | null = null

/**
 * Call it before each request to the API, and the returned function with the stream's position in its response. Only the
 * page's first request counts, and only if no other one began before its response.
 */
export function beforeRequest(): (position: string | null) => void {
  requests += 1
  const isFirst = requests === 1
  return (received) => {
    if (isFirst && requests === 1) position = received
  }
}

/** Returns the stream's position before the page fetched its data; null if unknown. */
export function pageStart(): string | null {
  return position
}
