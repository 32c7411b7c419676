const reddit = 'https://www.reddit.com'

/** Returns the URL of a page on Reddit, or of its home page if the path would lead to another host in a browser. */
export function redditUrl(path: string): string {
  const url = URL.parse(path, reddit)
  return url?.origin === reddit ? url.href : reddit
}
