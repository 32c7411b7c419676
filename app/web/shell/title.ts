import { decodedPath, shareKeyOf, withoutTrailingSlash } from '#engine/rules/paths.ts'

/**
 * Returns the title of a page (SPEC 2): its last segment as words. Settings include their section,
 * `/app/settings/project/keywords` -> 'Project settings: Keywords', and the CRM is called so (DECISIONS 25). That of a link
 * to insights would be its key.
 */
export function titleOf(pathname: string): string {
  if (shareKeyOf(withoutTrailingSlash(pathname)) !== null) return 'Shared Insights'
  const segments = pathname.split('/').filter(Boolean)
  const settings = segments.indexOf('settings')
  const parent = segments[settings + 1]
  const child = segments[settings + 2]
  if (segments[0] === 'app' && settings === 1 && parent && child)
    return `${inWords(parent)} settings: ${inWords(child)}`
  if (segments.join('/') === 'app/crm') return 'CRM'
  return inWords(segments.at(-1) ?? '')
}

function inWords(segment: string): string {
  return decodedPath(segment)
    .replaceAll('-', ' ')
    .replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase())
}
