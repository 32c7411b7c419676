/** A fetched page. */
export interface Page {
  /** The final address, after redirects. */
  url: string
  html: string
}

/** A block of text: a heading, a paragraph, or an item of a list. */
export interface Block {
  kind: 'heading' | 'text' | 'item' | 'quote'
  /** 1 to 6 for headings, else 0. */
  level: number
  text: string
  region: 'body' | 'navigation' | 'footer' | 'noscript'
}

export interface PageLink {
  /** As written. */
  href: string
  text: string
}

/** The contents of a page, read once; white space is collapsed, and all sizes are bounded. */
export interface PageParts {
  url: string
  language: string | null
  title: string
  /** By name or property, in lower case: description, og:site_name ... */
  meta: ReadonlyMap<string, string>
  /** The text of each JSON-LD script. */
  structured: readonly string[]
  blocks: readonly Block[]
  links: readonly PageLink[]
}

export const limits = {
  /** Content worth reading is never nested deeper. */
  depth: 500,
  blocks: 3_000,
  blockChars: 600,
  links: 1_000,
  hrefChars: 500,
  titleChars: 300,
  metas: 200,
  metaChars: 1_000,
  scripts: 20,
  scriptChars: 100_000,
} as const

export function oneLine(text: string): string {
  return text.replace(/[\s\u00ad\u200b-\u200f\ufeff]+/g, ' ').trim()
}
