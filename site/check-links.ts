interface Rendered {
  /** Null for the error page. */
  path: string | null
  body: string
}

/** Throws the faults of pages, which fails the build. */
export function refuseFaults(pages: readonly Rendered[], elsewhere: readonly string[]): void {
  const faults = faultsOfPages(pages, elsewhere)
  if (faults.length > 0) throw new Error(`The public pages have broken links or images:\n${faults.join('\n')}`)
}

/**
 * Returns the faults in the links and pictures of pages, one per line: links to missing pages (unless in `elsewhere`)
 * or missing sections, and pictures without size or alt text.
 */
export function faultsOfPages(pages: readonly Rendered[], elsewhere: readonly string[]): string[] {
  const anchors = new Map(pages.map(({ path, body }) => [path, new Set(valuesOf(body, 'id'))]))
  return pages.flatMap(({ path, body }) => {
    const where = path ?? 'the error page'
    const links = valuesOf(body, 'href').flatMap((href) => {
      if (!/^[/#]/.test(href)) return /^(https:|mailto:)/.test(href) ? [] : [`${where}: ${href} is not a valid link`]
      const [target = '', anchor] = href.split('#')
      const page = anchors.get(target === '' ? path : target)
      if (page === undefined) return elsewhere.includes(target) ? [] : [`${where}: ${href} does not exist`]
      return anchor === undefined || page.has(anchor) ? [] : [`${where}: ${href} is not a section of that page`]
    })
    const pictures = [...body.matchAll(/<img [^>]*>/g)].flatMap(([tag]) =>
      ['width', 'height', 'alt'].every((name) => new RegExp(` ${name}="[^"]+"`).test(tag))
        ? []
        : [`${where}: ${tag} needs width, height, and alt text`],
    )
    return [...links, ...pictures]
  })
}

function valuesOf(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
}
