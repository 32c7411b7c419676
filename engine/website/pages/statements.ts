import type { Origin } from '../profile.ts'
import { oneLine, type PageParts } from './page-parts.ts'
import { readStructured, type StructuredData } from './structured-data.ts'

/** A line of a page, and how much it says about the product: a title says more than a line far down. */
export interface Statement {
  text: string
  origin: Origin
  /** Path of the page. */
  page: string
  weight: number
  /** 1 to 6 for headings, else 0. */
  level: number
}

/** A website as it was read. */
export interface Website {
  /** The address of the first page. */
  url: URL
  pages: readonly PageParts[]
  structured: StructuredData
  /** In the order of pages, the first page's first. */
  statements: readonly Statement[]
}

/** Texts that appear on any website. */
const boilerplate =
  /\b(?:cookies?|privacy policy|terms of (?:service|use)|all rights reserved|©|enable javascript|javascript (?:is )?(?:required|disabled)|log ?in|sign ?(?:in|up)|subscribe|newsletter|skip to (?:main )?content|loading)\b/i

const laterPage = 0.5

export function readWebsite(pages: readonly PageParts[]): Website {
  const [first] = pages
  return {
    url: new URL(first?.url ?? 'https://site.invalid'),
    pages,
    structured: readStructured(pages.flatMap(({ structured }) => structured)),
    statements: pages.flatMap((page, index) =>
      statementsOf(page).map((each) => (index === 0 ? each : { ...each, weight: each.weight * laterPage })),
    ),
  }
}

export function pathOf(url: string): string {
  return new URL(url).pathname
}

function statementsOf(parts: PageParts): Statement[] {
  const page = pathOf(parts.url)
  const statements: Statement[] = []
  const add = (text: string | undefined, origin: Origin, weight: number, level = 0) => {
    const line = oneLine(text ?? '')
    if (line !== '') statements.push({ text: line, origin, page, weight, level })
  }
  add(parts.title, 'title', 4)
  add(parts.meta.get('og:title'), 'title', 2)
  add(parts.meta.get('description'), 'description', 3)
  add(parts.meta.get('og:description') ?? parts.meta.get('twitter:description'), 'description', 2)
  const structured = readStructured(parts.structured)
  for (const text of structured.descriptions) add(text, 'structuredData', 3)
  for (const text of structured.categories) add(words(text), 'structuredData', 2)
  for (const { kind, level, region, text } of parts.blocks) {
    if (boilerplate.test(text) && text.length < 200) continue
    if (region === 'noscript') add(text, 'noscript', 1)
    else if (region === 'navigation' || region === 'footer') add(text, 'navigation', 0.2)
    else if (kind === 'heading') add(text, 'heading', level === 1 ? 3 : level === 2 ? 1.5 : 1, level)
    else if (kind === 'quote') add(text, 'quote', 0.7)
    else if (kind === 'item') add(text, 'list', 0.7)
    else add(text, 'text', 0.7)
  }
  return statements
}

/** Returns `BusinessApplication` as words, without the suffix from schema.org. */
function words(category: string): string {
  return category
    .replace(/^.*\//, '')
    .replace(/Application$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
}
