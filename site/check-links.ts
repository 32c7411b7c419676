interface Rendered {
  /** Null for the error page. */
  path: string | null
  body: string
}

/** Throws what is wrong with pages, so that a build with a fault fails. */
export function refuseFaults(pages: readonly Rendered[], elsewhere: readonly string[]): void {
  const faults = faultsOfPages(pages, elsewhere)
  if (faults.length > 0) throw new Error(`The public pages have faults:\n${faults.join('\n')}`)
}

/**
 * What is wrong with the links and pictures of pages: a link that leads to no page, to none of `elsewhere`, or to a part
 * that its page lacks; a picture without size or words. A line each; none where all is well.
 */
export function faultsOfPages(pages: readonly Rendered[], elsewhere: readonly string[]): string[] {
  const anchors = new Map(pages.map(({ path, body }) => [path, new Set(valuesOf(body, 'id'))]))
  return pages.flatMap(({ path, body }) => {
    const where = path ?? 'the error page'
    const links = valuesOf(body, 'href').flatMap((href) => {
      if (!/^[/#]/.test(href)) return /^(https:|mailto:)/.test(href) ? [] : [`${where}: ${href} is no address`]
      const [target = '', anchor] = href.split('#')
      const page = anchors.get(target === '' ? path : target)
      if (page === undefined) return elsewhere.includes(target) ? [] : [`${where}: ${href} leads nowhere`]
      return anchor === undefined || page.has(anchor) ? [] : [`${where}: ${href} leads to no part of the page`]
    })
    const pictures = [...body.matchAll(/<img [^>]*>/g)].flatMap(([tag]) =>
      ['width', 'height', 'alt'].every((name) => new RegExp(` ${name}="[^"]+"`).test(tag))
        ? []
        : [`${where}: ${tag} lacks its size or its words`],
    )
    return [...links, ...pictures]
  })
}

function valuesOf(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
}
