import { originMark } from '#platform/contract/site.ts'
import type { ManifestIcon } from './icons.ts'

/** Returns robots.txt: search engines may read everything public. */
export function robotsOf(): string {
  return `User-agent: *\nDisallow: /app\nDisallow: /api\nDisallow: /auth\n\nSitemap: ${originMark}/sitemap.xml\n`
}

/** Returns the sitemap: all listed pages, with the day of their last change if known. */
export function sitemapOf(pages: readonly { path: string; updated?: string }[]): string {
  const urls = pages.map(
    ({ path, updated }) =>
      `<url><loc>${originMark}${path}</loc>${updated ? `<lastmod>${updated}</lastmod>` : ''}</url>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** Returns the web manifest, for visitors who add the site to their home screen. */
export function webManifest(icons: readonly ManifestIcon[]): string {
  return JSON.stringify({
    name: 'Earshot',
    short_name: 'Earshot',
    description: 'Find people on Reddit who need your product.',
    lang: 'en',
    start_url: '/app',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons,
  })
}
