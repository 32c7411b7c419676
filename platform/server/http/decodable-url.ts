/**
 * A URL whose path can be decoded: where it can't (`/100%`), its percent signs stand for themselves, so that it is an
 * unknown address like any other instead of an error of the router.
 */
export function decodableUrl(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
